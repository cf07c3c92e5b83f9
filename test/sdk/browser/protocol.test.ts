import { type SvcError, createSvc } from '../../../sdk/browser/index.ts'
import { describe, expect, test } from 'bun:test'
import {
  type ChannelDeps,
  agreeOn,
  createChannel,
  failureOf,
  isBoot,
  isHello,
  nonceIn,
  readCallArgs,
  readFailure,
  readSetup,
  sdkFailures,
  secretIn,
  versions,
} from '../../../sdk/browser/protocol/index.ts'
import { catalog } from '../../../src/kernel/errors/index.ts'

const nonce = '0123456789abcdef'.repeat(2)
const setup = { pluginId: 'svc_pk_1', emailId: '42' }

describe('the handshake', () => {
  test('negotiates the newest version that both support', () => {
    expect(agreeOn([1, 3], [2, 5])).toBe(3)
    expect(agreeOn([1, 1], [2, 3])).toBeUndefined()
    expect(agreeOn([4, 9], [2, 3])).toBeUndefined()
    expect(agreeOn(versions)).toBe(versions[1])
  })

  test('accepts a first message only in its format', () => {
    expect(isBoot({ svc: 'boot', versions: [1, 1] })).toBe(true)
    for (const wrong of [
      null,
      'boot',
      {},
      { svc: 'boot' },
      { svc: 'boot', versions: [1] },
      { svc: 'boot', versions: '1,1' },
    ])
      expect(isBoot(wrong)).toBe(false)
  })

  test('accepts a response only with the nonce and a supported version', () => {
    const hello = { svc: 'hello', nonce, version: 1 }
    expect(isHello(hello, nonce)).toBe(true)
    expect(isHello({ ...hello, nonce: nonce.replace('0', '1') }, nonce)).toBe(false)
    expect(isHello({ ...hello, nonce: '' }, '')).toBe(false)
    expect(isHello({ ...hello, version: 99 }, nonce)).toBe(false)
    expect(isHello({ ...hello, nonce: [nonce] }, nonce)).toBe(false)
    expect(isHello(undefined, nonce)).toBe(false)
  })

  test('reads a nonce of 128 bits and nothing else from a fragment', () => {
    expect(nonceIn(`#n=${nonce}`)).toBe(nonce)
    for (const hash of ['', '#', '#n=', `#n=${nonce}0`, `#m=${nonce}`, '#n=<script>']) expect(nonceIn(hash)).toBe('')
  })
})

/** Two ends of a conversation; what one says the other answers. */
function converse(parts: Partial<ChannelDeps>) {
  const { port1, port2 } = new MessageChannel()
  const notified: unknown[] = []
  const silent = { answer: () => undefined, emit: () => undefined, silenceMs: 1000 }
  const requesting = createChannel(port1, {
    ...silent,
    emit: (event, detail) => notified.push([event, detail]),
    ...parts,
  })
  return {
    requesting,
    port2,
    notified,
    answering: (more: Partial<ChannelDeps>) => createChannel(port2, { ...silent, ...more }),
  }
}

describe('the channel', () => {
  test('matches responses to calls in any order', async () => {
    const { requesting, answering } = converse({})
    const slow = Promise.withResolvers<string>()
    const other = answering({ answer: (name, args) => (name === 'slow' ? slow.promise : [name, args]) })
    const first = requesting.call('slow')
    expect(await requesting.call('quick', { a: 1 })).toEqual(['quick', { a: 1 }])
    slow.resolve('done')
    expect(await first).toBe('done')
    other.close(failureOf('NOT_INITIALIZED'))
    requesting.close(failureOf('NOT_INITIALIZED'))
  })

  test('converts exceptions to errors in the documented shape', async () => {
    const { requesting, answering } = converse({})
    const thrown: unknown[] = [failureOf('INVALID_FORMAT', 'no'), new Error('broken'), 'a word']
    const other = answering({
      answer: () => {
        throw thrown.shift()
      },
    })
    const failures = []
    for (let turn = 0; turn < 3; turn++) failures.push(await requesting.call('x').catch((error: unknown) => error))
    expect(failures).toEqual([
      failureOf('INVALID_FORMAT', 'no'),
      { error: 'broken', code: 'INTERNAL', errorType: 'server', isRecoverable: true },
      { error: 'a word', code: 'INTERNAL', errorType: 'server', isRecoverable: true },
    ])
    other.close(failureOf('NOT_INITIALIZED'))
    requesting.close(failureOf('NOT_INITIALIZED'))
  })

  test('times out without a response, but waits while progress is reported', async () => {
    const { requesting, port2 } = converse({ silenceMs: 1000 })
    const ends = performance.now() + 1500
    // The other side says so as an editor does, and answers only when twice the silence would be over.
    port2.onmessage = ({ data }: MessageEvent<{ id: number; name: string }>) => {
      if (data.name === 'nobody') return
      const speaking = setInterval(() => {
        if (performance.now() < ends) return port2.postMessage({ id: data.id, working: true })
        clearInterval(speaking)
        port2.postMessage({ id: data.id, value: 'done' })
      }, 100)
    }
    expect(await requesting.call('work')).toBe('done')
    expect(await requesting.call('nobody').catch((error: unknown) => error)).toEqual(failureOf('POSTMESSAGE_TIMEOUT'))
    requesting.close(failureOf('NOT_INITIALIZED'))
    port2.close()
  })

  test('reports progress while it works', async () => {
    const { port1, port2: far } = new MessageChannel()
    const done = Promise.withResolvers<string>()
    const busy = createChannel(far, { answer: () => done.promise, emit: () => undefined, silenceMs: 90 })
    const said: unknown[] = []
    const notified = new Promise<void>((resolve) => {
      port1.onmessage = ({ data }) => {
        said.push(data)
        if (said.length === 2) done.resolve('done')
        if ((data as { value?: string }).value === 'done') resolve()
      }
    })
    port1.postMessage({ id: 5, name: 'work' })
    await notified
    expect(said.slice(0, 2)).toEqual([
      { id: 5, working: true },
      { id: 5, working: true },
    ])
    expect(said.at(-1)).toEqual({ id: 5, value: 'done' })
    busy.close(failureOf('NOT_INITIALIZED'))
    port1.close()
  })

  test('drops what is not a message of the protocol', async () => {
    const { requesting, port2, notified } = converse({})
    for (const noise of [null, 7, 'x', [], {}, { id: 'x', name: 'y' }, { id: 99, value: 1 }, { event: 5 }])
      port2.postMessage(noise)
    port2.postMessage({ event: 'ready', detail: { timestamp: 1 } })
    while (notified.length === 0) await new Promise((turn) => setImmediate(turn))
    expect(notified).toEqual([['ready', { timestamp: 1 }]])
    requesting.close(failureOf('NOT_INITIALIZED'))
    port2.close()
  })

  test('rejects pending calls when it is closed', async () => {
    const { requesting } = converse({})
    const call = requesting.call('x').catch((error: unknown) => error)
    requesting.close(failureOf('NOT_INITIALIZED'))
    expect(await call).toEqual(failureOf('NOT_INITIALIZED'))
  })
})

describe('input from the bridge', () => {
  test('is checked by method', () => {
    expect(readCallArgs('setHtml', { html: 'a', css: 'b', more: 1 })).toEqual({ html: 'a', css: 'b' })
    expect(readCallArgs('undo', undefined)).toEqual({})
    expect(readCallArgs('update', { options: { theme: 'dark' } })).toEqual({ options: { theme: 'dark' } })
    for (const [name, args] of [
      ['setHtml', { html: 1, css: '' }],
      ['setDocument', { document: null }],
      ['applyOperations', { operations: {} }],
      ['update', { options: [] }],
      ['export', { format: 'exe' }],
      ['preview', { device: 'watch' }],
      ['setMode', {}],
      ['start', { setup: {} }],
      ['start', { setup, session: { sessionId: 7 } }],
      ['constructor', {}],
      ['__proto__', {}],
      ['nothing', {}],
    ] as const)
      expect([name, readCallArgs(name, args)]).toEqual([name, undefined])
  })

  test('becomes a setup with defaults, without invalid members', () => {
    expect(readSetup(setup)).toEqual({
      ...setup,
      requestData: {},
      locale: 'en',
      theme: 'light',
      customization: { branding: true, features: ['editor', 'preview', 'export', 'ai'] },
    })
    const customization = {
      branding: false,
      logoUrl: 'javascript:alert(1)',
      primaryColor: 'red;}',
      features: ['editor', 7],
    }
    expect(
      readSetup({ ...setup, theme: 'pink', customization, mergeTags: [{ key: 'a', label: 5 }, 'b'] }),
    ).toMatchObject({
      theme: 'light',
      customization: { branding: false, features: ['editor'] },
      mergeTags: [{ key: 'a' }],
    })
  })

  test('a Secret Key is found at any position', () => {
    const key = `svc_sk_${'a'.repeat(48)}`
    expect(secretIn({ pluginId: key })).toBe(true)
    expect(secretIn({ apiRequestData: { emailId: '1', deep: [{ [key]: 1 }] } })).toBe(true)
    expect(secretIn({ note: `token=${key}&x` })).toBe(true)
    expect(secretIn({ pluginId: 'svc_pk_abc', getAuthToken: () => key })).toBe(false)
  })
})

test('init on a server says that it needs a browser', async () => {
  const config = { pluginId: `svc_pk_${'0'.repeat(48)}`, apiRequestData: { emailId: '1' }, getAuthToken: () => '' }
  const refused = await createSvc()
    .init(config)
    .catch(({ code, details }: SvcError) => [code, details])
  expect(refused).toEqual(['INVALID_CONFIG', 'init needs a browser.'])
})

test('errors of the browser have the texts of the error catalog', () => {
  for (const [code, [message, type]] of Object.entries(sdkFailures)) {
    const entry = catalog[code as keyof typeof catalog]
    expect([code, entry.message, entry.type, entry.recoverable]).toEqual([code, message, type, true])
  }
  expect(readFailure({ error: 'x', code: 'Y', errorType: 'odd', isRecoverable: true }, 'SAVE_FAILED').code).toBe(
    'SAVE_FAILED',
  )
})
