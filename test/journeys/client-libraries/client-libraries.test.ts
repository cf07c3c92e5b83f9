/** The client libraries as developers install them: a story of calls and every example of their READMEs, against the executable. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeSample } from '../../../scripts/clients/samples/index.ts'
import { root } from '../../../scripts/compile.ts'
import { run } from '../../../scripts/contract/generators.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { isAvailable } from '../../support/missing.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { type Running, startBinary } from '../binary.ts'
import { clientLanguages } from './languages.ts'

/** Operations that read without parameters, one of each surface; every language runs some of them, and the first. */
const samples = [
  'verification.verifyEmail',
  ...'account.getCredits amp.listSenders apiKeys.list assets.list connections.list'.split(' '),
  ...'dmarc.listDomains exports.listFormats folders.list modules.list'.split(' '),
  ...'projects.me templates.listPublic verification.listJobs webhooks.listEventTypes'.split(' '),
]

let service: Running
let codeSamples: Record<string, CodeSample[]>
let env: Record<string, string>

beforeAll(async () => {
  const dns = await startDnsServer(() => ({ rcode: 'NXDOMAIN', soa: 60 }))
  const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  cleanUp(() => receiver.stop(true))
  service = await startBinary({
    environment: { SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`, SVC_NET_ALLOW: '127.0.0.0/8' },
  })
  codeSamples = await samplesOfReference()
  env = { SVC_URL: service.url, SVC_API_KEY: service.apiKey ?? '', HOOK_URL: receiver.url.href }
})

async function samplesOfReference(): Promise<Record<string, CodeSample[]>> {
  const page = await (await fetch(`${service.url}/docs`)).text()
  const [file = ''] = /\/docs\/samples-[^"]+/.exec(page) ?? []
  const script = await (await fetch(`${service.url}${file}`)).text()
  return JSON.parse(script.slice('const codeSamples='.length)) as Record<string, CodeSample[]>
}

for (const [position, language] of clientLanguages.entries()) {
  const isThere = language.needs.every((program) => Bun.which(program) !== null)
  describe.if(isAvailable(`${language.name} client`, isThere, language.remedy))(language.name, () => {
    const folder = temporaryDirectory()
    const story = `story.${language.extension}`
    const readme = readFileSync(join(root, 'sdk', language.library, 'README.md'), 'utf8')
    const blocks = [...readme.matchAll(new RegExp(`\`\`\`${language.fence}\n([^]*?)\`\`\``, 'g'))]
    const examples = blocks.map(([, text = ''], index) => ({ file: `example${index + 1}.${language.extension}`, text }))

    beforeAll(async () => {
      await language.install(folder)
      cpSync(join(root, 'test/fixtures/clients', `story.${language.fence}.txt`), join(folder, story))
      for (const { file, text } of examples) await Bun.write(join(folder, file), text)
      const files = [story, ...examples.map(({ file }) => file)]
      const groups = language.checksEachFile === true ? files.map((file) => [file]) : [files]
      for (const check of language.checks)
        for (const group of groups) await run([...check, ...group], folder, language.env)
    })

    test('the story makes at least 30 calls', async () => {
      expect(Number(await run(language.run(story), folder, { ...env, ...language.env }))).toBeGreaterThanOrEqual(30)
    })

    test('samples of the reference run', async () => {
      const chosen = samples.filter((_, index) => index === 0 || index % clientLanguages.length === position)
      for (const id of chosen) {
        const sample = codeSamples[id]?.find(({ label }) => label === language.name)
        const file = `sample-${id.replace('.', '-')}.${language.extension}`
        await Bun.write(join(folder, file), sample?.source ?? `No sample of ${id}`)
        expect(await run(language.run(file), folder, { ...env, ...language.env })).not.toBe('')
      }
    })

    test('the README has five examples, which run', async () => {
      expect(examples).toHaveLength(5)
      const outputs = []
      for (const { file } of examples)
        outputs.push((await run(language.run(file), folder, { ...env, ...language.env })).trim())
      expect(outputs[0]).toMatch(/^(safe|risky|invalid|unknown) \d+$/)
      expect(outputs[1]?.toLowerCase()).toBe('true')
      expect(outputs[2]?.split('\n')).toContain('Welcome')
      expect(outputs[4]?.split('\n').slice(-2)).toEqual(['NO_MATCHING_SIGNATURE', expect.stringMatching(/^[\w+/]+=*$/)])
    })
  })
}
