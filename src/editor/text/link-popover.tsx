import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Link, type LinkRole, isAddress } from '../../email/document/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { Field, Select, type Option } from '../../ui/fields/index.ts'
import { Popover } from '../../ui/overlays/index.ts'
import type { Canvas } from '../canvas/index.ts'
import { completeUrl } from '../fields/index.ts'
import { TaggedInput, linkTypesOf, pickHostLink, typeOfLink } from '../controls/index.ts'
import { positionBelow } from './caret.ts'
import { linkAround, setLink } from './commands.ts'
import type { Editor } from '../state/index.ts'
import type { TypingProps } from './context.ts'

const roles = [
  ['unsubscribe', 'text.linkUnsubscribe'],
  ['view', 'text.linkView'],
  ['preferences', 'text.linkPreferences'],
  ['forward', 'text.linkForward'],
  ['address', 'text.linkPostal'],
] as const

/** Names of the host page's link types do not collide with roles. */
const hostKind = (name: string) => `host:${name}` as const

/** What was typed and is not a URL, and the URL that it was to replace: shown again when the link of the text is edited again. */
const unfinished = new WeakMap<Editor, { place: string; stored: string; typed: string }>()

/** URL of a link: typed, with merge fields, of a type of the host page, or a special page of the ESP. */
export function LinkPopover({ editor, session, words, panelWords, canvas }: TypingProps & { canvas: Canvas }) {
  const { t } = words
  const before = linkAround(session.view.state)?.link
  const place = `${session.id} ${session.target.prop}`
  const stored = before?.href ?? ''
  const draft = unfinished.get(editor)
  const href = useSignal(draft?.place === place && draft.stored === stored ? draft.typed : stored)
  const types = linkTypesOf(editor)
  const known = typeOfLink(types, href.peek())
  const initialKind = before?.role ?? (known === undefined ? 'web' : hostKind(known.name))
  const kind = useSignal<LinkRole | 'web' | `host:${string}`>(initialKind)
  const type = types.find(({ name }) => hostKind(name) === kind.value)
  const isWrong = useSignal(href.peek() !== stored)
  const opened = useRef(session.view.state)
  const isDone = useRef(false)
  const end = () => {
    isDone.current = true
    session.isLinking.value = false
    unfinished.delete(editor)
  }
  const close = () => {
    end()
    session.view.focus()
  }
  const put = (link: Link | undefined, text: string) => {
    end()
    session.run(t(link === undefined ? 'text.linkRemove' : 'text.link'), setLink(link, text))
  }
  const apply = () => {
    const next = linkTyped()
    if (next === undefined) isWrong.value = true
    else put(next.link, next.text)
  }
  /** Applies what was typed to what was selected, as the press that leaves may have moved the caret. */
  const leave = () => {
    if (isDone.current) return
    end()
    const isSame = href.peek().trim() === stored && kind.peek() === initialKind
    const next = isSame ? undefined : linkTyped()
    if (next !== undefined) {
      const { view } = session
      const { doc, selection } = view.state
      const from = doc.eq(opened.current.doc) ? opened.current.selection : selection
      const label = t(next.link === undefined ? 'text.linkRemove' : 'text.link')
      setLink(next.link, next.text)(view.state.apply(view.state.tr.setSelection(from)), (tr) =>
        view.dispatch(tr.setSelection(selection.map(tr.doc, tr.mapping)).setMeta('label', label)),
      )
    } else if (!isSame) {
      unfinished.set(editor, { place, stored, typed: href.peek() })
      editor.problem.value = { message: t('text.linkInvalid'), at: performance.now() }
    }
  }
  const finish = useRef(leave)
  finish.current = leave
  useLayoutEffect(() => {
    const call = () => finish.current()
    session.finishing.add(call)
    return () => void session.finishing.delete(call)
  }, [session])
  /** The link as it is typed, undefined within for none; undefined if it is not a URL. */
  const linkTyped = (): { link: Link | undefined; text: string } | undefined => {
    const { href: _href, role: _role, ...others } = before ?? {}
    const role = roles.find(([name]) => name === kind.value)
    if (role !== undefined) return { link: { ...others, role: role[0] }, text: t(role[1]) }
    const address = completeUrl(href.value)
    if (address === '' && before !== undefined) return { link: undefined, text: '' }
    if (address === '' || !isAddress(address)) return undefined
    const label = type?.links?.find((link) => link.href === href.value)?.label
    return { link: { ...others, href: address }, text: label ?? href.value.trim() }
  }
  const { from } = session.view.state.selection
  return (
    <Popover anchor={positionBelow(canvas, session, from)} label={t('text.link')} onClose={close} onLeave={leave}>
      <form
        class="text-panel"
        dir={editor.words.dir}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
          event.preventDefault()
          apply()
        }}
      >
        <Field label={t('text.linkKind')} layout="stack">
          {({ id }) => (
            <Select
              id={id}
              value={kind.value}
              options={[
                { value: 'web' as const, label: t('text.linkWeb') },
                ...types.map(({ name, label }) => ({ value: hostKind(name), label })),
                ...roles.map(([value, key]) => ({ value, label: t(key) })),
              ]}
              onChange={(chosen) => {
                kind.value = chosen
                const [first] = types.find(({ name }) => hostKind(name) === chosen)?.links ?? []
                if (first !== undefined) href.value = first.href
              }}
            />
          )}
        </Field>
        {type?.links === undefined ? null : (
          <Field label={type.label} layout="stack">
            {({ id }) => (
              <Select
                id={id}
                value={href.value}
                options={(type.links ?? []).map((link): Option => ({ value: link.href, label: link.label }))}
                onChange={(chosen) => (href.value = chosen)}
              />
            )}
          </Field>
        )}
        {kind.value === 'web' || (type !== undefined && type.links === undefined) ? (
          <Field label={t('text.linkAddress')} layout="stack" error={isWrong.value ? t('text.linkInvalid') : undefined}>
            {({ id, describedBy }) => (
              <TaggedInput
                editor={editor}
                words={panelWords}
                id={id}
                label={t('text.linkAddress')}
                describedBy={describedBy}
                autofocus
                placeholder="https://"
                value={href.value}
                onChange={(text) => {
                  href.value = text
                  isWrong.value = false
                }}
              />
            )}
          </Field>
        ) : null}
        {type === undefined || type.links !== undefined ? null : (
          <Button
            wide
            onClick={() => {
              void pickHostLink(editor, type.name, href.peek()).then((picked) => {
                if (picked !== undefined) href.value = picked
              })
            }}
          >
            {`${type.label}…`}
          </Button>
        )}
        <div class="text-panel-actions">
          {before === undefined ? null : (
            <Button variant="plain" onClick={() => put(undefined, '')}>
              {t('text.linkRemove')}
            </Button>
          )}
          <Button variant="primary" type="submit">
            {t('text.apply')}
          </Button>
        </div>
      </form>
    </Popover>
  )
}
