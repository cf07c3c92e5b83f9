/**
 * Reports without an end, and how much memory reading 60 MB of each takes. As a program it prints that: in a process of its own,
 * since what other tests have left in memory decides when the garbage is collected.
 */
import { codesOf, readAll } from './read-all.ts'

export const head = `<feedback><report_metadata><org_name>r.example</org_name><report_id>1</report_id><date_range><begin>1711843200</begin><end>1711929599</end></date_range></report_metadata><policy_published><domain>example.com</domain></policy_published>`

export const endlessInputs: Record<string, { start: string; piece: string }> = {
  'a value': { start: `${head}<record><row><source_ip>`, piece: '1' },
  'a comment': { start: `${head}<!-- `, piece: 'x' },
  'a section of characters': { start: `${head}<record><row><count><![CDATA[`, piece: 'x' },
  'an instruction': { start: `${head}<?php `, piece: 'x' },
  'a tag': { start: `${head}<record a="`, piece: 'x' },
  'the name of a tag': { start: `${head}<record`, piece: 'x' },
  'blanks between elements': { start: head, piece: ' ' },
  'unknown elements': { start: head, piece: '<x a="1">b</x>' },
  'results of one record': {
    start: `${head}<record><auth_results>`,
    piece: '<dkim><domain>a.example</domain><result>pass</result></dkim>',
  },
  'errors of the reporter': { start: '<feedback><report_metadata>', piece: '<error>e</error>' },
  'stray end tags': { start: head, piece: '</x>' },
  'stray markup': { start: `${head}<record><row><count>`, piece: '<1' },
  'bare ampersands': { start: `${head}<record><row><count>`, piece: '& ' },
  references: { start: `${head}<record><row><count>`, piece: '&#65;' },
  'records without anything': { start: head, piece: '<record/>' },
}

/** What reading one of them came to. */
export interface EndlessRead {
  grownBytes: number
  /** Reports and rejections. */
  results: number
  /** Codes of the warnings of each report. */
  codes: string[][]
}

/** A start, then the same megabyte so many times. */
export async function* endless(start: string, piece: string, megabytes: number): AsyncGenerator<Uint8Array, void> {
  yield new TextEncoder().encode(start)
  const block = new TextEncoder().encode(piece.repeat(Math.ceil(1_000_000 / piece.length)))
  for (let count = 0; count < megabytes; count++) yield block
}

/** Reads all of them in a process of its own. Throws with what that writes on standard error. */
export async function readEndlessInputs(): Promise<Record<string, EndlessRead>> {
  const child = Bun.spawn([process.execPath, import.meta.path], { stdout: 'pipe', stderr: 'pipe' })
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(errors)
  return JSON.parse(out) as Record<string, EndlessRead>
}

if (import.meta.main) {
  const reads: Record<string, EndlessRead> = {}
  for (const [name, { start, piece }] of Object.entries(endlessInputs)) {
    Bun.gc(true)
    const before = process.memoryUsage.rss()
    const { aggregate, rejected } = await readAll(endless(start, piece, 60))
    reads[name] = {
      grownBytes: process.memoryUsage.rss() - before,
      results: aggregate.length + rejected.length,
      codes: aggregate.map(({ summary }) => codesOf(summary)),
    }
  }
  console.log(JSON.stringify(reads))
}
