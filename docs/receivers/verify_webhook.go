package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Verify answers nil when the body, as it came, was signed with the secret within five minutes of now.
// Give r.Header.Get as header.
func Verify(secret string, header func(name string) string, body []byte, now time.Time) error {
	id, timestamp := header("webhook-id"), header("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := now.Unix() - seconds; err != nil || age > 300 || age < -300 {
		return errors.New("too old or too new")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Split(header("webhook-signature"), " ") {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return nil
		}
	}
	return errors.New("not signed with this secret")
}
