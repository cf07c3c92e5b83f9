/** What an integrator writes, in the words of docs/embed.md: a test runs every one of these and finds it there. */

/** A piece of code for the page to show. */
export interface Snippet {
  id: string
  name: string
  code: string
}

/** Signing a token on the host's server, in five languages: spec section 5.2, steps 2 to 4. */
export const backendSnippets: readonly Snippet[] = [
  {
    id: 'node',
    name: 'Node.js',
    code: `import { createHmac } from 'node:crypto'

export function editorToken(userId) {
  const payload = JSON.stringify({
    pluginId: process.env.SVC_PLUGIN_ID,
    userId,
    expires: Date.now() + 24 * 60 * 60 * 1000,
  })
  const signature = createHmac('sha256', process.env.SVC_SECRET_KEY).update(payload).digest('hex')
  return Buffer.from(\`\${payload}.\${signature}\`).toString('base64')
}
`,
  },
  {
    id: 'python',
    name: 'Python',
    code: `import base64, hashlib, hmac, json, os, time

def editor_token(user_id):
    payload = json.dumps({
        "pluginId": os.environ["SVC_PLUGIN_ID"],
        "userId": user_id,
        "expires": int(time.time() * 1000) + 24 * 60 * 60 * 1000,
    })
    signature = hmac.new(os.environ["SVC_SECRET_KEY"].encode(), payload.encode(), hashlib.sha256).hexdigest()
    return base64.b64encode(f"{payload}.{signature}".encode()).decode()
`,
  },
  {
    id: 'php',
    name: 'PHP',
    code: `<?php
function editor_token(int $userId): string {
    $payload = json_encode([
        'pluginId' => getenv('SVC_PLUGIN_ID'),
        'userId' => $userId,
        'expires' => (int) (microtime(true) * 1000) + 24 * 60 * 60 * 1000,
    ]);
    $signature = hash_hmac('sha256', $payload, getenv('SVC_SECRET_KEY'));
    return base64_encode("$payload.$signature");
}
`,
  },
  {
    id: 'ruby',
    name: 'Ruby',
    code: `require "base64"
require "json"
require "openssl"

def editor_token(user_id)
  payload = JSON.generate(
    pluginId: ENV.fetch("SVC_PLUGIN_ID"),
    userId: user_id,
    expires: (Time.now.to_f * 1000).to_i + 24 * 60 * 60 * 1000
  )
  signature = OpenSSL::HMAC.hexdigest("SHA256", ENV.fetch("SVC_SECRET_KEY"), payload)
  Base64.strict_encode64("#{payload}.#{signature}")
end
`,
  },
  {
    id: 'go',
    name: 'Go',
    code: `package editor

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"time"
)

func Token(userID int) (string, error) {
	payload, err := json.Marshal(map[string]any{
		"pluginId": os.Getenv("SVC_PLUGIN_ID"),
		"userId":   userID,
		"expires":  time.Now().Add(24 * time.Hour).UnixMilli(),
	})
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, []byte(os.Getenv("SVC_SECRET_KEY")))
	mac.Write(payload)
	signature := hex.EncodeToString(mac.Sum(nil))
	return base64.StdEncoding.EncodeToString([]byte(string(payload) + "." + signature)), nil
}
`,
  },
]

/** The page of the host: the whole of it, with the addresses of this installation. */
export function pageSnippet({ pluginUrl, pluginId }: { pluginUrl: string; pluginId: string }): string {
  return `<div id="svc-plugin" style="height: 100vh"></div>
<script src="${pluginUrl}/sdk/svc.js"></script>
<script>
  svc.on('save', ({ emailId, savedAt }) => console.log('saved', emailId, savedAt))
  svc.init({
    pluginId: '${pluginId}',
    apiRequestData: { emailId: 'welcome-email' },
    getAuthToken: () => fetch('/editor-token').then((answer) => answer.text()),
  })
</script>
`
}
