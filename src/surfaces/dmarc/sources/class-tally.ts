import type { ClassifiedStream, SourceClass } from '../../../deliverability/senders/index.ts'

/** The class of most messages of each group, with the evidence of its largest stream. */
export class ClassTally {
  readonly #groups = new Map<string, Map<SourceClass, { messages: number; largest: ClassifiedStream }>>()

  add(key: string, each: ClassifiedStream): void {
    const classes = this.#groups.get(key) ?? new Map<SourceClass, { messages: number; largest: ClassifiedStream }>()
    this.#groups.set(key, classes)
    const { largest = each, messages = 0 } = classes.get(each.class) ?? {}
    classes.set(each.class, {
      messages: messages + each.stream.messages,
      largest: each.stream.messages > largest.stream.messages ? each : largest,
    })
  }

  of(key: string): SourceClass {
    return this.#main(key)?.class ?? 'unknown'
  }

  evidenceOf(key: string): { code: string; supports: SourceClass; detail: string }[] {
    const evidence = this.#main(key)?.evidence ?? []
    return evidence.map(({ code, detail, supports }) => ({ code, supports, detail }))
  }

  #main(key: string): ClassifiedStream | undefined {
    const [first] = [...(this.#groups.get(key)?.values() ?? [])].toSorted((one, other) => other.messages - one.messages)
    return first?.largest
  }
}
