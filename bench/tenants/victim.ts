/** What the other tenant does meanwhile, and how long each of its calls takes. */
import { htmlDocument, randomPng } from './content.ts'

export interface Victim {
  port: number
  key: string
  /** A template of its own. */
  templateId: string
  /** Name of a call that it leaves out. */
  omits: string | undefined
}

/** Milliseconds of every call by name, and what was not answered with success. */
export interface Measured {
  ms: Map<string, number[]>
  failures: string[]
}

const liquid = htmlDocument('<ul>{% for item in items %}<li>{{ item | upcase }}</li>{% endfor %}</ul>')
const pixels = randomPng(8, 8)

/** Calls one after the other, each once a round, until the time is over; each round is another victim's. */
export async function measure(victims: readonly Victim[], seconds: number): Promise<Measured> {
  const measured: Measured = { ms: new Map(), failures: [] }
  const end = performance.now() + seconds * 1000
  for (let round = 0; performance.now() < end; round++) {
    const victim = victims[round % victims.length]
    if (victim === undefined) break
    for (const [name, request] of Object.entries(calls(victim, round))) {
      if (name === victim.omits) continue
      const start = performance.now()
      const failure = await outcomeOf(request)
      measured.ms.set(name, [...(measured.ms.get(name) ?? []), performance.now() - start])
      if (failure !== undefined) measured.failures.push(`${name}: ${failure}`)
    }
    await Bun.sleep(20)
  }
  return measured
}

async function outcomeOf(request: Request): Promise<string | undefined> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(60_000) })
    const text = await response.text()
    return response.ok ? undefined : `${response.status} ${text.slice(0, 120)}`
  } catch (error) {
    return String(error)
  }
}

function calls({ port, key, templateId }: Victim, round: number): Record<string, Request> {
  const base = `http://127.0.0.1:${port}`
  const auth = { 'svc-api-auth': key }
  const json = (method: string, path: string, body: unknown) =>
    new Request(base + path, {
      method,
      headers: { ...auth, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const form = new FormData()
  form.append('file', new File([pixels, String(round)], `pixels-${round}.png`, { type: 'image/png' }))
  return {
    healthz: new Request(`${base}/healthz`),
    get: new Request(`${base}/v1/templates/${templateId}`, { headers: auth }),
    list: new Request(`${base}/v1/templates/my`, { headers: auth }),
    save: json('PUT', `/v1/templates/${templateId}`, { document: htmlDocument(`<p>Round ${round}</p>`) }),
    generate: json('POST', '/v1/templates/generate', { document: liquid, data: { items: ['a', 'b', String(round)] } }),
    import: json('POST', '/v1/templates/import', {
      html: `<table><tr><td>${'Round. '.repeat(2000)}${round}</td></tr></table>`,
    }),
    upload: new Request(`${base}/v1/assets`, { method: 'POST', headers: auth, body: form }),
    verify: json('POST', '/v1/verify', { email: `user${round}@good.test` }),
  }
}
