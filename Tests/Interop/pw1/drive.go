// SPDX-License-Identifier: Apache-2.0

// Seals each line of standard input, an object, with the package beside it.
package main

import (
	"bufio"
	"encoding/json"
	"os"

	"waxwing.test/pw1/e2e"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var request struct {
			Key string `json:"key"`
			e2e.Message
		}
		if err := json.Unmarshal(lines.Bytes(), &request); err != nil {
			os.Exit(2)
		}
		answer := map[string]any{"refused": true}
		if envelope, err := e2e.Seal(request.Key, request.Message); err == nil {
			answer = map[string]any{"envelope": envelope}
		}
		if err := answers.Encode(answer); err != nil {
			os.Exit(1)
		}
	}
}
