package svc

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// WebhookEvent is the event of a delivery. Data has the Data of the event that Type names, such as TemplateUpdatedEvent.
type WebhookEvent struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Timestamp string          `json:"timestamp"`
	ProjectID string          `json:"project_id"`
	Data      json.RawMessage `json:"data"`
}

const webhookTolerance = 300

var unixSeconds = regexp.MustCompile(`^[0-9]{1,15}$`)

// VerifyWebhook returns the event of a delivery (Standard Webhooks 1.0). The body is the raw body, before any JSON parser. Several
// secrets are accepted during a rotation. The error is a WebhookVerificationError with a code. Deliveries are accepted within
// five minutes of now; a zero time is the current one.
func VerifyWebhook(body []byte, header http.Header, now time.Time, secrets ...string) (*WebhookEvent, error) {
	id, timestamp, signatures := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), header.Get("Webhook-Signature")
	if id == "" || timestamp == "" || signatures == "" {
		return nil, refusal("MISSING_HEADER", "webhook-id, webhook-timestamp and webhook-signature are required")
	}
	if now.IsZero() {
		now = time.Now()
	}
	if err := checkTimestamp(timestamp, now.Unix()); err != nil {
		return nil, err
	}
	isSigned := false
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return nil, refusal("INVALID_SECRET", "A secret is whsec_ and base64")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		for _, signature := range strings.Split(signatures, " ") {
			isSigned = hmac.Equal([]byte(signature), expected) || isSigned
		}
	}
	if !isSigned {
		return nil, refusal("NO_MATCHING_SIGNATURE", "No signature is of this secret and this body")
	}
	var event WebhookEvent
	if err := json.Unmarshal(body, &event); err != nil {
		return nil, refusal("INVALID_BODY", "The body is not JSON")
	}
	return &event, nil
}

func checkTimestamp(timestamp string, now int64) error {
	if !unixSeconds.MatchString(timestamp) {
		return refusal("INVALID_TIMESTAMP", "webhook-timestamp must be Unix seconds")
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	if now-seconds > webhookTolerance {
		return refusal("TIMESTAMP_TOO_OLD", "The delivery is older than the tolerance")
	}
	if seconds-now > webhookTolerance {
		return refusal("TIMESTAMP_TOO_NEW", "The delivery is of the future")
	}
	return nil
}

func refusal(code, message string) error {
	return &Error{Class: WebhookVerificationError, Code: code, Message: message}
}
