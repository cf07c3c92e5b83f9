import { describe, expect, test } from 'bun:test'
import { isSignedWith, lifeOf, readPluginToken } from '../../../src/platform/identity/index.ts'
import { signToken } from '../../surfaces/plugin/host.ts'

const secret = `svc_sk_${'a1'.repeat(24)}`
const pluginId = `svc_pk_${'b2'.repeat(24)}`
const hour = 3_600_000
const now = 1_795_255_200_000
const payload = { pluginId, userId: 42, expires: now + hour }

const read = (json: string, key = secret) => readPluginToken(signToken(json, key))

describe('an ES-PLUGIN-AUTH token', () => {
  test('is base64 of the payload, a point and its hexadecimal HMAC-SHA256, as one text', () => {
    // The signature was made by another tool: printf '%s' "$json" | openssl dgst -sha256 -hmac key.
    const json = '{"pluginId":"svc_pk_1","userId":7,"expires":1795258800000}'
    const token = read(json, 'key')
    expect(token?.payload).toEqual({ pluginId: 'svc_pk_1', userId: '7', expires: 1_795_258_800_000, name: 'User 7' })
    expect(token?.signature).toBe('0df7ab9bcb71c5f3c3962a09a6c5005c56d62745b21e63e659d57f7a7b50c5e8')
    expect(token && isSignedWith(token, 'key')).toBe(true)
  })

  test.each([
    ['points inside', JSON.stringify({ ...payload, name: 'Dr. A. B.', note: 'a.b.c' })],
    ['letters of all scripts', JSON.stringify({ ...payload, name: 'Zoë 田中 👩‍💻 العربية' })],
    ['escapes', '{"pluginId":"' + pluginId + '","userId":42,"name":"\\u00e9\\/","expires":' + (now + hour) + '}'],
    ['spaces and another order', `{ "expires" : ${now + hour} ,\n "userId":42, "pluginId":"${pluginId}" }`],
  ])('is read as it was written, with %s', (_, json) => {
    const token = read(json)
    expect(token?.pluginId).toBe(pluginId)
    expect(token && isSignedWith(token, secret)).toBe(true)
  })

  test('takes a signature in capitals, for some languages write it so', () => {
    const [json, signature] = Buffer.from(signToken(JSON.stringify(payload), secret), 'base64')
      .toString()
      .split(/\.(?=[^.]*$)/)
    const token = readPluginToken(Buffer.from(`${json}.${signature?.toUpperCase()}`).toString('base64'))
    expect(token && isSignedWith(token, secret)).toBe(true)
  })

  test('does not fit another secret, and no change goes unseen', () => {
    const json = JSON.stringify(payload)
    const token = read(json)
    expect(token && isSignedWith(token, secret.replace('a1', 'a2'))).toBe(false)
    const bytes = Buffer.from(`${json}.${token?.signature}`)
    for (let at = 0; at < json.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const other = readPluginToken(changed.toString('base64'))
      expect(other === undefined || !isSignedWith(other, secret)).toBe(true)
    }
  })

  const json = JSON.stringify(payload)
  const signature = 'f'.repeat(64)
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  test.each([
    ['nothing', ''],
    ['the second form of the interface', `${base64(json)}.${base64(signature)}`],
    ['no base64', `${json}.${signature}`],
    ['base64 of base64', base64(base64(`${json}.${signature}`))],
    ['no point', base64(json)],
    ['no payload', base64(`.${signature}`)],
    ['no signature', base64(`${json}.`)],
    ['a short signature', base64(`${json}.abc`)],
    ['a signature that is not hexadecimal', base64(`${json}.${'g'.repeat(64)}`)],
    ['no JSON', base64(`hello.${signature}`)],
    ['a list', base64(`[1].${signature}`)],
    ['null', base64(`null.${signature}`)],
    ['no userId', base64(`${JSON.stringify({ pluginId, expires: now })}.${signature}`)],
    ['no expires', base64(`${JSON.stringify({ pluginId, userId: 1 })}.${signature}`)],
    ['expires as a text', base64(`${JSON.stringify({ pluginId, userId: 1, expires: 'soon' })}.${signature}`)],
    [
      'bytes that are not UTF-8',
      Buffer.concat([
        Buffer.from('{"pluginId":"'),
        Buffer.from([0xff]),
        Buffer.from(`","userId":1,"expires":1}.${signature}`),
      ]).toString('base64'),
    ],
    ['too much', base64(`${JSON.stringify({ ...payload, name: 'x'.repeat(9000) })}.${signature}`)],
  ])('is not read of %s', (_, header) => {
    expect(readPluginToken(header)).toBeUndefined()
  })

  test('lives until it expires, and 24 hours at most', () => {
    const lifeAt = (expires: number) => {
      const token = read(JSON.stringify({ ...payload, expires }))
      return token && lifeOf(token, now)
    }
    expect(
      [now - 1, now, now + 1, now + 24 * hour, now + 24 * hour + 60_000, now + 25 * hour, 1e15].map(lifeAt),
    ).toEqual(['expired', 'expired', 'valid', 'valid', 'valid', 'too-long', 'too-long'])
  })
})
