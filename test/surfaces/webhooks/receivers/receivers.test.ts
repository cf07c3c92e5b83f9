/** The receivers of docs/webhooks.md, run against messages that the reference library signed. */
import { describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../../../docs/receivers/verify-webhook.ts'
import { temporaryDirectory } from '../../../support/store.ts'

const receivers = join(import.meta.dir, '../../../../docs/receivers')
const now = 1_795_000_000
const secret = `whsec_${btoa('n'.repeat(32))}`
const oldSecret = `whsec_${btoa('o'.repeat(32))}`
const body = '{"id":"evt_1","type":"webhook.test","data":{"name":"Żółć 🌱 / \\u0041"}}'

interface Vector {
  name: string
  headers: Record<string, string>
  body: string
  isGood: boolean
}

function signed(by: string[], at = now): Record<string, string> {
  const signatures = by.map((each) => new Webhook(each).sign('evt_1', new Date(at * 1000), body))
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') }
}

const good = signed([secret])
const vectors: Vector[] = [
  { name: 'one signature', headers: good, body, isGood: true },
  { name: 'the second of two signatures', headers: signed([oldSecret, secret]), body, isGood: true },
  { name: 'the first of two signatures', headers: signed([secret, oldSecret]), body, isGood: true },
  { name: 'five minutes ago', headers: signed([secret], now - 300), body, isGood: true },
  { name: 'in five minutes', headers: signed([secret], now + 300), body, isGood: true },
  { name: 'longer ago', headers: signed([secret], now - 302), body, isGood: false },
  { name: 'further ahead', headers: signed([secret], now + 302), body, isGood: false },
  { name: 'another secret', headers: signed([oldSecret]), body, isGood: false },
  { name: 'another body', headers: good, body: `${body} `, isGood: false },
  { name: 'another id', headers: { ...good, 'webhook-id': 'evt_2' }, body, isGood: false },
  { name: 'another time', headers: { ...good, 'webhook-timestamp': String(now + 1) }, body, isGood: false },
  { name: 'a time that is none', headers: { ...good, 'webhook-timestamp': `${now}x` }, body, isGood: false },
  { name: 'no time', headers: { ...good, 'webhook-timestamp': '' }, body, isGood: false },
  { name: 'no signature', headers: { ...good, 'webhook-signature': '' }, body, isGood: false },
  { name: 'an empty signature', headers: { ...good, 'webhook-signature': 'v1,' }, body, isGood: false },
  {
    name: 'another version',
    headers: { ...good, 'webhook-signature': good['webhook-signature']?.replace('v1,', 'v1a,') ?? '' },
    body,
    isGood: false,
  },
  { name: 'no headers', headers: {}, body, isGood: false },
]
const input = { secret, now, vectors: vectors.map(({ headers, body: text }) => ({ headers, body: text })) }

/** Each prints a JSON array of whether it took the vectors of `input.json` in the folder it runs in. */
const programs: Record<string, { file: string; command: string[]; prepare?: (folder: string) => void }> = {
  python3: {
    file: 'verify_webhook.py',
    command: ['python3', '-c', python()],
  },
  go: {
    file: 'verify_webhook.go',
    command: ['go', 'run', '.'],
    prepare(folder) {
      mkdirSync(join(folder, 'webhook'))
      renameSync(join(folder, 'verify_webhook.go'), join(folder, 'webhook/verify_webhook.go'))
      writeFileSync(join(folder, 'go.mod'), 'module receiver\n\ngo 1.21\n')
      writeFileSync(join(folder, 'main.go'), go())
    },
  },
  ruby: { file: 'verify_webhook.rb', command: ['ruby', '-r', './verify_webhook.rb', '-e', ruby()] },
  php: { file: 'verify_webhook.php', command: ['php', '-r', php()] },
}

describe('the receiver in TypeScript', () => {
  for (const { name, headers, body: text, isGood } of vectors) {
    test(`${isGood ? 'takes' : 'refuses'} a message with ${name}`, () => {
      const verify = () => verifyWebhook(secret, headers, text, now)
      if (isGood) expect(verify()).toEqual(JSON.parse(body))
      else expect(verify).toThrow()
    })
  }
})

describe('the receiver in another language, where that is installed,', () => {
  for (const [name, { file, command, prepare }] of Object.entries(programs)) {
    if (Bun.which(name) === null) continue
    test(`evaluates every message alike in ${name}`, async () => {
      const folder = temporaryDirectory()
      copyFileSync(join(receivers, file), join(folder, file))
      writeFileSync(join(folder, 'input.json'), JSON.stringify(input))
      prepare?.(folder)
      const env = { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GO111MODULE: 'on' }
      const child = Bun.spawn(command, { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' })
      const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      expect({ code: await child.exited, errors }).toMatchObject({ code: 0 })
      const evaluated = JSON.parse(out) as boolean[]
      expect(vectors.map((vector, i) => [vector.name, evaluated[i]])).toEqual(
        vectors.map((vector) => [vector.name, vector.isGood]),
      )
    })
  }
})

test('docs/webhooks.md shows the receivers as they are here', async () => {
  const page = await Bun.file(join(receivers, '../webhooks.md')).text()
  for (const file of ['verify-webhook.ts', ...Object.values(programs).map((program) => program.file)]) {
    expect(page).toContain(readFileSync(join(receivers, file), 'utf8'))
  }
})

function python(): string {
  return `
import json, sys
sys.path.insert(0, '.')
from verify_webhook import verify_webhook
data = json.load(open('input.json', encoding='utf-8'))
def took(v):
    try:
        return bool(verify_webhook(data['secret'], v['headers'], v['body'].encode(), data['now']))
    except ValueError:
        return False
print(json.dumps([took(v) for v in data['vectors']]))`
}

function ruby(): string {
  return `
data = JSON.parse(File.read('input.json', encoding: 'utf-8'))
print JSON.generate(data['vectors'].map { |v|
  begin
    !verify_webhook(data['secret'], v['headers'], v['body'], data['now']).nil?
  rescue ArgumentError
    false
  end
})`
}

function php(): string {
  return `
require './verify_webhook.php';
$data = json_decode(file_get_contents('input.json'), true);
echo json_encode(array_map(function ($v) use ($data) {
    try {
        return verifyWebhook($data['secret'], $v['headers'], $v['body'], $data['now']) !== [];
    } catch (InvalidArgumentException) {
        return false;
    }
}, $data['vectors']));`
}

function go(): string {
  return `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"receiver/webhook"
	"time"
)

func main() {
	var data struct {
		Secret  string
		Now     int64
		Vectors []struct {
			Headers map[string]string
			Body    string
		}
	}
	text, err := os.ReadFile("input.json")
	if err != nil || json.Unmarshal(text, &data) != nil {
		os.Exit(1)
	}
	took := []bool{}
	for _, vector := range data.Vectors {
		header := func(name string) string { return vector.Headers[name] }
		err := webhook.Verify(data.Secret, header, []byte(vector.Body), time.Unix(data.Now, 0))
		took = append(took, err == nil)
	}
	answer, _ := json.Marshal(took)
	fmt.Println(string(answer))
}
`
}
