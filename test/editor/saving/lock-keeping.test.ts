/** Windows of several people on one email: who edits, what the others see, and when a lock ends. */
import { describe, expect, test } from 'bun:test'
import type { ApiLock, EditorApi } from '../../../src/editor/bridge/index.ts'
import { keepLock } from '../../../src/editor/saving/lock-keeping.ts'
import { createSaver } from '../../../src/editor/saving/saver.ts'
import { type Block, type Operation, findNode } from '../../../src/email/document/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { welcomeEmail } from '../page/emails.ts'
import { headless } from '../page/headless.ts'
import { EmailService, failureOf } from '../page/service.ts'

const labelled = (label: string): Operation[] => [{ op: 'set', id: 'go', props: { label } }]
const pollMs = limits.lockPollSeconds * 1000

/** One email, its lock, and a clock that a test moves. */
class Office {
  readonly service = new EmailService(welcomeEmail())
  now = 1_000_000
  /** The window that holds the lock, until when. */
  holder: { window: string; user: string; until: number } | undefined
  /** Nobody but an API key with the level manage takes this one over. */
  isProtected = false
  requests: string[] = []
  /** False until the first save: there is nothing to lock. */
  isStored = true
  /** The window that has requested the lock, since when. */
  request: { window: string; user: string; at: number; state: 'pending' | 'declined' } | undefined

  status(window: string, user: string) {
    if (!this.isStored)
      return { held: true, holder: null, isOtherWindow: false, expiresAt: null, revision: 0, request: null }
    const held = this.holder !== undefined && this.holder.until > this.now ? this.holder : undefined
    const isOwn = held?.window === window
    return {
      held: isOwn,
      holder: held === undefined || isOwn ? null : { kind: 'plugin_user', id: held.user, name: held.user },
      isOtherWindow: !isOwn && held?.user === user,
      expiresAt: held === undefined ? null : new Date(held.until).toISOString(),
      revision: this.service.revision,
      request: this.#requestFor(window),
    }
  }

  #requestFor(window: string) {
    if (this.request === undefined) return null
    const { at, state, user, window: requester } = this.request
    const secondsLeft = Math.max(0, limits.lockRequestSeconds - (this.now - at) / 1000)
    return { name: user, isOwn: requester === window, state, secondsLeft }
  }

  #handOver(handover: 'request' | 'accept' | 'decline', window: string, user: string): void {
    const until = this.now + limits.lockSeconds * 1000
    if (handover === 'request' && this.holder === undefined) this.holder = { window, user, until }
    else if (handover === 'request') this.request ??= { window, user, at: this.now, state: 'pending' }
    else if (this.request === undefined) return
    else if (handover === 'decline') this.request.state = 'declined'
    else {
      this.holder = { ...this.request, until }
      this.request = undefined
    }
  }

  /** Opens a window of someone. */
  async open(window: string, user = window, { readOnly = false } = {}) {
    const { service } = this
    const api: Partial<EditorApi> = {
      getDocument: () => service.api.getDocument(),
      applyOperations: async (edit) => {
        const { held, holder } = this.status(window, user)
        if (!held && holder !== null) throw failureOf('LOCKED')
        return service.api.applyOperations(edit)
      },
      readLock: async () => {
        this.requests.push(`${window} reads`)
        return this.status(window, user)
      },
      acquireLock: async ({ force = false, handover } = {}) => {
        this.requests.push(`${window} ${handover ?? (force ? 'takes' : 'acquires')}`)
        if (handover !== undefined) {
          this.#handOver(handover, window, user)
          return this.status(window, user)
        }
        if (!this.isStored) return this.status(window, user)
        const { holder } = this.status(window, user)
        if (force && this.isProtected) throw failureOf('INTERNAL')
        if (force) this.request = undefined
        if (holder === null || force) this.holder = { window, user, until: this.now + limits.lockSeconds * 1000 }
        return this.status(window, user)
      },
      releaseLock: async () => {
        this.requests.push(`${window} releases`)
        if (this.holder?.window === window) this.holder = undefined
        if (this.request?.window === window) this.request = undefined
      },
    }
    const editor = await headless(service.document, { api, readOnly })
    const plans: { run: () => void; at: number }[] = []
    const later = (run: () => void, ms: number) => {
      const plan = { run, at: this.now + ms }
      plans.push(plan)
      return () => void (plans.includes(plan) && plans.splice(plans.indexOf(plan), 1))
    }
    const store = {
      isWorking: true,
      write: () => undefined,
      writeNow: () => undefined,
      left: async () => [],
      onClosed: () => undefined,
    }
    const base = { revision: service.revision, document: service.document }
    const saver = createSaver({ editor, base, store, later: () => () => undefined, onLocked: () => keeper.lose() })
    const keeper = keepLock({
      editor,
      lock: this.status(window, user) as ApiLock,
      async reload() {
        if (saver.pending > 0) return saver.flush()
        saver.adopt(await service.api.getDocument(), { isRebased: true })
      },
      later,
      now: () => this.now,
    })
    await settle()
    return { editor, keeper, saver, plans, label: () => labelIn(editor.document.peek()) }
  }

  /** Lets time pass, and everything happen that was planned for it. */
  async pass(ms: number, ...windows: { plans: { run: () => void; at: number }[] }[]): Promise<void> {
    for (const end = this.now + ms; this.now < end;) {
      this.now = Math.min(end, this.now + pollMs)
      for (const { plans } of windows)
        for (const plan of plans.splice(0).toSorted((one, other) => one.at - other.at))
          if (plan.at <= this.now) plan.run()
          else plans.push(plan)
      await settle()
    }
  }
}

const labelIn = (document: ReturnType<typeof welcomeEmail>) =>
  (findNode(document, 'go') as Block | undefined)?.['label']

/** What was requested is answered, as far as it is already decided. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('the window that edits', () => {
  test('shows what the API saves without a change of its own, and can still undo its own steps', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    ann.editor.change('Label', labelled('By Ann'))
    await ann.saver.flush()
    await office.pass(pollMs, ann)
    office.service.others([{ op: 'settings', props: { meta: { title: 'By the API' } } }])
    await office.pass(pollMs, ann)
    expect([ann.label(), ann.editor.document.peek().meta.title]).toEqual(['By Ann', 'By the API'])
    expect(ann.keeper.state.peek()).toEqual({ kind: 'held' })
    ann.editor.undo()
    await ann.saver.flush()
    expect(ann.label()).not.toBe('By Ann')
    expect([labelIn(office.service.document), office.service.document.meta.title]).toEqual([ann.label(), 'By the API'])
  })
})

describe('the second window', () => {
  test('shows what the first one saves of an email that did not exist when both were opened', async () => {
    const office = new Office()
    office.isStored = false
    const ann = await office.open('Ann')
    const bob = await office.open('Bob')
    await office.pass(2 * pollMs, ann, bob)
    office.isStored = true
    ann.editor.change('Label', labelled('By Ann'))
    await ann.saver.flush()
    await office.pass(2 * pollMs, ann, bob)
    expect(bob.label()).toBe('By Ann')
    expect([ann.keeper.state.peek().kind, bob.keeper.state.peek().kind]).toEqual(['held', 'foreign'])
  })

  test('is read-only, shows what the first one saves, and can edit as soon as that one closes', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    const bob = await office.open('Bob')
    expect(bob.keeper.state.peek()).toEqual({ kind: 'foreign', name: 'Ann', isOtherWindow: false, canRespond: true })
    expect(bob.editor.readOnly.peek()).toBe(true)
    ann.editor.change('Label', labelled('By Ann'))
    await ann.saver.flush()
    await office.pass(pollMs, ann, bob)
    expect(bob.label()).toBe('By Ann')
    ann.keeper.stop()
    await office.pass(pollMs, bob)
    expect(bob.keeper.state.peek()).toEqual({ kind: 'free' })
    expect(bob.editor.readOnly.peek()).toBe(false)
    // It acquires the lock with its first change.
    bob.editor.change('Label', labelled('By Bob'))
    await settle()
    expect(bob.keeper.state.peek()).toEqual({ kind: 'held' })
    expect(office.holder?.window).toBe('Bob')
  })

  test('can edit once the lock of a crashed window has expired', async () => {
    const office = new Office()
    await office.open('Ann')
    const bob = await office.open('Bob')
    await office.pass(limits.lockSeconds * 1000 - pollMs, bob)
    expect(bob.editor.readOnly.peek()).toBe(true)
    await office.pass(2 * pollMs, bob)
    expect(bob.editor.readOnly.peek()).toBe(false)
  })

  test('takes over; the first one is notified without typing, and shows later saves', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    const bob = await office.open('Bob')
    await bob.keeper.takeOver()
    expect(bob.editor.readOnly.peek()).toBe(false)
    await office.pass(pollMs, ann, bob)
    expect(ann.keeper.state.peek()).toEqual({ kind: 'lost', name: 'Bob', isOtherWindow: false, canRespond: true })
    expect(ann.editor.readOnly.peek()).toBe(true)
    bob.editor.change('Label', labelled('By Bob'))
    await bob.saver.flush()
    await office.pass(pollMs, ann, bob)
    expect(ann.label()).toBe('By Bob')
  })

  test('of the same person is named as another window, not as another person', async () => {
    const office = new Office()
    await office.open('one', 'Ann')
    const two = await office.open('two', 'Ann')
    expect(two.keeper.state.peek()).toMatchObject({ kind: 'foreign', isOtherWindow: true })
  })

  test('shows why it may not take over, and stays read-only', async () => {
    const office = new Office()
    office.isProtected = true
    await office.open('Ann')
    const bob = await office.open('Bob')
    expect(await bob.keeper.takeOver().catch(({ code }: { code: string }) => code)).toBe('INTERNAL')
    expect(bob.editor.readOnly.peek()).toBe(true)
    await office.pass(pollMs, bob)
    expect(bob.keeper.state.peek()).toMatchObject({ kind: 'foreign', name: 'Ann' })
  })

  test('that is read-only for another reason never acquires the lock, and shows what is saved', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    const reader = await office.open('Reader', 'Reader', { readOnly: true })
    ann.editor.change('Label', labelled('By Ann'))
    await ann.saver.flush()
    await office.pass(pollMs, ann, reader)
    expect(reader.label()).toBe('By Ann')
    ann.keeper.stop()
    await office.pass(pollMs, reader)
    expect(reader.editor.readOnly.peek()).toBe(true)
    expect(office.requests.filter((request) => request.startsWith('Reader ') && !request.endsWith('reads'))).toEqual([])
  })
})

describe('a request for the lock', () => {
  test('is seen by its holder, who hands over: every word of both is saved, and both windows know', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    const bob = await office.open('Bob')
    await bob.keeper.requestHandover()
    expect(bob.keeper.request.peek()).toEqual({ name: 'Bob', isOwn: true, state: 'pending' })
    expect(bob.editor.readOnly.peek()).toBe(true)
    await office.pass(pollMs, ann)
    expect(ann.keeper.request.peek()).toEqual({ name: 'Bob', isOwn: false, state: 'pending' })
    ann.editor.change('Label', labelled('Last words of Ann'))
    await ann.keeper.acceptRequest()
    expect(ann.keeper.state.peek()).toMatchObject({ kind: 'lost', name: 'Bob', isHandedOver: true })
    expect(labelIn(office.service.document)).toBe('Last words of Ann')
    await office.pass(pollMs, bob)
    expect(bob.keeper.state.peek()).toEqual({ kind: 'held' })
    expect([bob.label(), bob.editor.readOnly.peek()]).toEqual(['Last words of Ann', false])
    expect(bob.editor.announcement.peek()).toBe('Ann handed this email over. You can edit it.')
    await office.pass(pollMs, ann, bob)
    expect([ann.keeper.request.peek(), bob.keeper.request.peek()]).toEqual([undefined, undefined])
    expect(ann.keeper.state.peek()).toMatchObject({ kind: 'lost', name: 'Bob', isHandedOver: true })
  })

  test('that is declined leaves everything as it is; one without a response lets the requester take over', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    const bob = await office.open('Bob')
    await bob.keeper.requestHandover()
    await office.pass(pollMs, ann)
    await ann.keeper.declineRequest()
    await office.pass(pollMs, bob)
    expect(bob.keeper.request.peek()?.state).toBe('declined')
    expect([ann.editor.readOnly.peek(), bob.editor.readOnly.peek()]).toEqual([false, true])

    office.request = undefined
    await bob.keeper.requestHandover()
    await office.pass(limits.lockRequestSeconds * 1000 - pollMs, bob)
    expect(bob.keeper.request.peek()?.state).toBe('pending')
    await office.pass(pollMs, bob)
    expect(bob.keeper.request.peek()?.state).toBe('overdue')
    await bob.keeper.takeOver()
    expect(bob.editor.readOnly.peek()).toBe(false)
    expect(bob.keeper.request.peek()).toBeUndefined()
  })

  test('gets the lock when the holder closes, and is withdrawn when its own window closes', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    const bob = await office.open('Bob')
    const eve = await office.open('Eve')
    await bob.keeper.requestHandover()
    await eve.keeper.requestHandover()
    expect(eve.keeper.request.peek()).toEqual({ name: 'Bob', isOwn: false, state: 'pending' })
    ann.keeper.stop()
    await office.pass(pollMs, bob)
    expect([bob.keeper.state.peek().kind, office.holder?.window]).toEqual(['held', 'Bob'])
    office.request = undefined
    await eve.keeper.requestHandover()
    eve.keeper.stop()
    await office.pass(pollMs, bob)
    expect(bob.keeper.request.peek()).toBeUndefined()
  })
})

describe('what the first window has not saved when it loses the lock', () => {
  test('is kept, and merged with changes of the other when it takes over again', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    const bob = await office.open('Bob')
    await bob.keeper.takeOver()
    ann.editor.change('Label', labelled('Last words of Ann'))
    await ann.saver.flush()
    await settle()
    expect(ann.keeper.state.peek()).toMatchObject({ kind: 'lost', name: 'Bob' })
    bob.editor.change('Title', [{ op: 'settings', props: { meta: { title: 'By Bob' } } }])
    await bob.saver.flush()
    await office.pass(3 * pollMs, ann, bob)
    expect([ann.label(), ann.saver.pending]).toEqual(['Last words of Ann', 1])
    await ann.keeper.takeOver()
    expect(ann.saver.pending).toBe(0)
    expect(labelIn(office.service.document)).toBe('Last words of Ann')
    expect(office.service.document.meta.title).toBe('By Bob')
  })

  test('is saved automatically when the other is done', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    const bob = await office.open('Bob')
    await bob.keeper.takeOver()
    ann.editor.change('Label', labelled('Last words of Ann'))
    await ann.saver.flush()
    await settle()
    bob.keeper.stop()
    await office.pass(2 * pollMs, ann)
    expect(labelIn(office.service.document)).toBe('Last words of Ann')
    expect(ann.keeper.state.peek()).toEqual({ kind: 'held' })
  })
})

describe('an idle window', () => {
  test('keeps the lock for five minutes, releases it then, and acquires it again with the next change', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    await office.pass(limits.lockIdleSeconds * 1000 - pollMs, ann)
    expect(office.status('Ann', 'Ann').held).toBe(true)
    await office.pass(2 * pollMs, ann)
    expect(office.holder).toBeUndefined()
    expect(ann.editor.readOnly.peek()).toBe(false)
    // Others come and go; what they saved is there before the next change is.
    office.service.others(labelled('By the API'))
    await office.pass(pollMs, ann)
    expect(ann.label()).toBe('By the API')
    ann.editor.change('Label', labelled('By Ann'))
    await settle()
    expect(office.holder?.window).toBe('Ann')
    await ann.saver.flush()
    expect(labelIn(office.service.document)).toBe('By Ann')
  })

  test('with occasional changes keeps the lock', async () => {
    const office = new Office()
    const ann = await office.open('Ann')
    for (let step = 0; step < 4; step++) {
      await office.pass(limits.lockIdleSeconds * 1000 - 2 * pollMs, ann)
      ann.editor.change('Label', labelled(`Step ${step}`))
    }
    await office.pass(pollMs, ann)
    expect(office.status('Ann', 'Ann').held).toBe(true)
    expect(office.requests).not.toContain('Ann releases')
    // A renewal a minute, one look every few seconds.
    const seconds = (office.now - 1_000_000) / 1000
    expect(office.requests.length).toBeLessThanOrEqual(seconds / limits.lockPollSeconds + 2)
  })
})
