// SPDX-License-Identifier: Apache-2.0

// Seals personal notifications in the pw1 format with Go's standard library.
//
// It reads one JSON object a line with key, title, body and perhaps subtitle and url, and writes the envelope, or
// "error: …", a line for each.
package main

import (
	"bufio"
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	longestPlaintext = 2266
	block            = 64
)

type content struct {
	Title    string `json:"title"`
	Subtitle string `json:"subtitle,omitempty"`
	Body     string `json:"body"`
	URL      string `json:"url,omitempty"`
}

func (c content) check() error {
	count := utf8.RuneCountInString
	switch {
	case c.Title == "" || c.Body == "":
		return errors.New("title or body is empty")
	case count(c.Title) > 256 || count(c.Subtitle) > 256 || count(c.Body) > 4096:
		return errors.New("a text is too long")
	case c.URL == "":
		return nil
	}
	link, err := url.Parse(c.URL)
	forbidden := []string{"", "javascript", "data", "file", "vbscript"}
	if err != nil || count(c.URL) > 2048 || slices.Contains(forbidden, link.Scheme) {
		return errors.New("url is not allowed")
	}
	if (link.Scheme == "http" || link.Scheme == "https") && link.Hostname() == "" {
		return errors.New("url has no host")
	}
	return nil
}

func (c content) plaintext() ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(c); err != nil {
		return nil, err
	}
	plaintext := bytes.TrimSuffix(text.Bytes(), []byte("\n"))
	if len(plaintext) > longestPlaintext {
		return nil, errors.New("the text is too long")
	}
	if missing := (block - len(plaintext)%block) % block; len(plaintext)+missing <= longestPlaintext {
		plaintext = append(plaintext, bytes.Repeat([]byte(" "), missing)...)
	}
	return plaintext, nil
}

func derive(key []byte, purpose string, size int) []byte {
	derived, err := hkdf.Key(sha256.New, key, nil, "pushward/e2e/v1/"+purpose, size)
	if err != nil {
		panic(err)
	}
	return derived
}

func readKey(text string) ([]byte, error) {
	key, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil || len(key) != 32 {
		return nil, errors.New("a key has 64 hexadecimal digits")
	}
	return key, nil
}

func seal(key []byte, c content) (string, error) {
	plaintext, err := c.plaintext()
	if err != nil {
		return "", err
	}
	cipherBlock, err := aes.NewCipher(derive(key, "enc", 32))
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(cipherBlock)
	if err != nil {
		return "", err
	}
	prefix := "pw1." + hex.EncodeToString(derive(key, "kid", 4))
	nonce := make([]byte, gcm.NonceSize())
	rand.Read(nonce)
	box := gcm.Seal(nonce, nonce, plaintext, []byte(prefix))
	return prefix + "." + base64.RawURLEncoding.EncodeToString(box), nil
}

func sealLine(line []byte) (string, error) {
	var request struct {
		Key string `json:"key"`
		content
	}
	if err := json.Unmarshal(line, &request); err != nil {
		return "", err
	}
	key, err := readKey(request.Key)
	if err != nil {
		return "", err
	}
	return seal(key, request.content)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		envelope, err := sealLine(lines.Bytes())
		if err != nil {
			envelope = "error: " + err.Error()
		}
		fmt.Println(envelope)
	}
}
