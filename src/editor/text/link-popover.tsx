import { useSignal } from '@preact/signals'
import { type Link, type LinkRole, isAddress } from '../../email/document/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { Field, Select, type Option } from '../../ui/fields/index.ts'
import { Popover } from '../../ui/overlays/index.ts'
import type { Canvas } from '../canvas/index.ts'
import { completeUrl } from '../fields/index.ts'
import { TaggedInput, linkTypesOf, pickHostLink, typeOfLink } from '../controls/index.ts'
import { positionBelow } from './caret.ts'
import { linkAround, setLink } from './commands.ts'
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

/** URL of a link: typed, with merge fields, of a type of the host page, or a special page of the ESP. */
export function LinkPopover({ editor, session, words, panelWords, canvas }: TypingProps & { canvas: Canvas }) {
  const { t } = words
  const before = linkAround(session.view.state)?.link
  const href = useSignal(before?.href ?? '')
  const types = linkTypesOf(editor)
  const known = typeOfLink(types, href.peek())
  const kind = useSignal<LinkRole | 'web' | `host:${string}`>(
    before?.role ?? (known === undefined ? 'web' : hostKind(known.name)),
  )
  const type = types.find(({ name }) => hostKind(name) === kind.value)
  const isWrong = useSignal(false)
  const close = () => {
    session.isLinking.value = false
    session.view.focus()
  }
  const put = (link: Link | undefined, text: string) => {
    session.isLinking.value = false
    session.run(t(link === undefined ? 'text.linkRemove' : 'text.link'), setLink(link, text))
  }
  const apply = () => {
    const { href: _href, role: _role, ...others } = before ?? {}
    const role = roles.find(([name]) => name === kind.value)
    if (role !== undefined) return put({ ...others, role: role[0] }, t(role[1]))
    const address = completeUrl(href.value)
    if (address === '' && before !== undefined) return put(undefined, '')
    if (address === '' || !isAddress(address)) return void (isWrong.value = true)
    const label = type?.links?.find((link) => link.href === href.value)?.label
    put({ ...others, href: address }, label ?? href.value.trim())
  }
  const { from } = session.view.state.selection
  return (
    <Popover anchor={positionBelow(canvas, session, from)} label={t('text.link')} onClose={close}>
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
