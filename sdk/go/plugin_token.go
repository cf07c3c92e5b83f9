package svc

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"time"
)

var (
	pluginID  = regexp.MustCompile(`^svc_pk_[0-9a-f]{48}$`)
	secretKey = regexp.MustCompile(`^svc_sk_[0-9a-f]{48}$`)
)

// SignPluginToken signs a plugin token for an end user: base64 of `<payload JSON>.<hex HMAC-SHA256 of that JSON>`. Call it on a
// server only. A zero time is 24 hours ahead, which is the longest lifetime.
func SignPluginToken(id, secret string, userID int64, expires time.Time) (string, error) {
	if !pluginID.MatchString(id) {
		return "", configurationError("INVALID_ARGUMENT", "the plugin id must be svc_pk_ and 48 hexadecimal characters")
	}
	if !secretKey.MatchString(secret) {
		return "", configurationError("INVALID_ARGUMENT", "the secret must be svc_sk_ and 48 hexadecimal characters")
	}
	if expires.IsZero() {
		expires = time.Now().Add(24 * time.Hour)
	}
	payload := fmt.Sprintf(`{"pluginId":"%s","userId":%d,"expires":%d}`, id, userID, expires.UnixMilli())
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(payload))
	return base64.StdEncoding.EncodeToString([]byte(payload + "." + hex.EncodeToString(mac.Sum(nil)))), nil
}
