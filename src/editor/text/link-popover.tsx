import { useSignal } from '@preact/signals'
import { type Link, type LinkRole, isAddress } from '../../email/document/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { Field, Select } from '../../ui/fields/index.ts'
import { Popover } from '../../ui/overlays/index.ts'
import type { Canvas } from '../canvas/index.ts'
import { TaggedInput } from '../controls/index.ts'
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

/** URL of a link: typed, with merge fields, or a special page of the ESP. */
export function LinkPopover({ editor, session, words, panelWords, canvas }: TypingProps & { canvas: Canvas }) {
  const { t } = words
  const before = linkAround(session.view.state)?.link
  const href = useSignal(before?.href ?? '')
  const role = useSignal<LinkRole | 'web'>(before?.role ?? 'web')
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
    const chosen = role.value
    if (chosen !== 'web') {
      const [, key = 'text.link'] = roles.find(([name]) => name === chosen) ?? []
      return put({ ...others, role: chosen }, t(key))
    }
    const address = completeAddress(href.value)
    if (address === '' && before !== undefined) return put(undefined, '')
    if (address === '' || !isAddress(address)) return void (isWrong.value = true)
    put({ ...others, href: address }, href.value.trim())
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
              value={role.value}
              options={[
                { value: 'web' as const, label: t('text.linkWeb') },
                ...roles.map(([value, key]) => ({ value, label: t(key) })),
              ]}
              onChange={(chosen) => (role.value = chosen)}
            />
          )}
        </Field>
        {role.value === 'web' ? (
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

/** Completes `example.com` and `me@example.com` to URLs. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/:][^\s@/:.]*\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]|$)/u.test(text) ? `https://${text}` : text
}
