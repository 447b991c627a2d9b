// SPDX-License-Identifier: Apache-2.0

// Package e2e seals pw1 envelopes; written from docs/envelope.md alone.
package e2e

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

const (
	block            = 64
	largestPlaintext = 2266
)

// Message is what an envelope holds.
type Message struct {
	Title    string `json:"title"`
	Body     string `json:"body"`
	Subtitle string `json:"subtitle,omitempty"`
	URL      string `json:"url,omitempty"`
}

func (m Message) plaintext() ([]byte, error) {
	if m.Title == "" || m.Body == "" {
		return nil, fmt.Errorf("title and body must not be empty")
	}
	for _, part := range []struct {
		text  string
		limit int
	}{{m.Title, 256}, {m.Subtitle, 256}, {m.Body, 4096}, {m.URL, 2048}} {
		if utf8.RuneCountInString(part.text) > part.limit {
			return nil, fmt.Errorf("a text has more than %d code points", part.limit)
		}
	}
	content, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	if len(content) > largestPlaintext {
		return nil, fmt.Errorf("the texts do not fit into an envelope")
	}
	target := (len(content) + block - 1) / block * block
	for target <= largestPlaintext && len(content) < target {
		content = append(content, ' ')
	}
	return content, nil
}

// Seal makes the envelope of a message with a key of 64 hexadecimal digits.
func Seal(keyHex string, message Message) (string, error) {
	secret, err := hex.DecodeString(keyHex)
	if err != nil || len(secret) != 32 {
		return "", fmt.Errorf("a key has 64 hexadecimal digits")
	}
	content, err := message.plaintext()
	if err != nil {
		return "", err
	}
	derive := func(name string, size int) []byte {
		bytes, deriveErr := hkdf.Key(sha256.New, secret, nil, "pushward/e2e/v1/"+name, size)
		if deriveErr != nil {
			panic(deriveErr)
		}
		return bytes
	}
	header := fmt.Sprintf("pw1.%x", derive("kid", 4))
	cipherBlock, err := aes.NewCipher(derive("enc", 32))
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(cipherBlock)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, 12)
	if _, err := rand.Read(nonce); err != nil {
		return "", err
	}
	box := append(nonce, gcm.Seal(nil, nonce, content, []byte(header))...)
	return header + "." + base64.RawURLEncoding.EncodeToString(box), nil
}
