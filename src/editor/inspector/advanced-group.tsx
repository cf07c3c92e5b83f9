import { useSignal } from '@preact/signals'
import type { Lock, Node } from '../../email/document/index.ts'
import { Switch } from '../../ui/controls/index.ts'
import { Field, Select, TextInput } from '../../ui/fields/index.ts'
import { Group } from '../controls/index.ts'
import { type PanelProps, readable, writeNode } from '../fields/index.ts'

const parts = ['html', 'text', 'amp'] as const
const holds = ['move', 'remove', 'duplicate', 'style'] as const
const anchorForm = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** Name, anchor, theme classes, outputs (HTML, AMP, text) and locks of a node. */
export function AdvancedGroup({ editor, words, node }: PanelProps & { node: Node }) {
  const { t } = words
  const isLocked = editor.readOnly.value || editor.textOnly.value
  // A user who cannot unlock would be locked out.
  const mayLock = !isLocked && editor.mayUnlock
  const write = (prop: string, value: unknown, property: string) =>
    writeNode(editor, node, { prop, value, label: t('change.property', { property }) })
  const isSet = [node.name, node.anchor, node.classes, node.parts, node.lock].some((value) => value !== undefined)
  const anchor = useSignal(node.anchor ?? '')
  const classes = Object.keys(editor.document.value.theme.classes ?? {})
  return (
    <Group name="advanced" title={t('group.advanced')} mark={isSet}>
      <Field label={t('advanced.name')}>
        {({ id }) => (
          <TextInput
            id={id}
            value={node.name ?? ''}
            maxLength={200}
            disabled={isLocked}
            onChange={(name) => write('name', name.trim() === '' ? undefined : name, t('advanced.name'))}
          />
        )}
      </Field>
      <Field
        label={t('advanced.anchor')}
        hint={t('advanced.anchorHint')}
        error={anchor.value === '' || anchorForm.test(anchor.value) ? undefined : t('advanced.anchorForm')}
      >
        {({ id, describedBy }) => (
          <TextInput
            id={id}
            isCode
            describedBy={describedBy}
            value={anchor.value}
            disabled={isLocked}
            onChange={(name) => {
              anchor.value = name
              if (name === '' || anchorForm.test(name)) write('anchor', name || undefined, t('advanced.anchor'))
            }}
          />
        )}
      </Field>
      {classes.length === 0 ? null : (
        <Field label={t('advanced.classes')} isGroup layout="stack">
          {() => (
            <div class="svc-checks">
              {classes.map((name) => (
                <label key={name} class="svc-check">
                  <input
                    type="checkbox"
                    checked={node.classes?.includes(name) === true}
                    disabled={isLocked}
                    onChange={({ currentTarget }) => {
                      const others = (node.classes ?? []).filter((other) => other !== name)
                      const next = currentTarget.checked ? [...others, name] : others
                      write('classes', next.length === 0 ? undefined : next, t('advanced.classes'))
                    }}
                  />
                  {readable(name)}
                </label>
              ))}
            </div>
          )}
        </Field>
      )}
      <Field label={t('advanced.parts')} isGroup layout="stack">
        {() => (
          <div class="svc-checks">
            {parts.map((part) => (
              <label key={part} class="svc-check">
                <input
                  type="checkbox"
                  checked={node.parts?.[part] !== false}
                  disabled={isLocked}
                  onChange={({ currentTarget }) => {
                    const { [part]: _old, ...others } = node.parts ?? {}
                    const next = currentTarget.checked ? others : { ...others, [part]: false as const }
                    write('parts', Object.keys(next).length === 0 ? undefined : next, t('advanced.parts'))
                  }}
                />
                {t(`part.${part}`)}
              </label>
            ))}
          </div>
        )}
      </Field>
      <h4 class="svc-subhead">{t('lock.title')}</h4>
      {holds.map((hold) => (
        <Field key={hold} label={t(`lock.${hold}`)}>
          {({ id }) => (
            <Switch
              id={id}
              checked={node.lock?.[hold] === true}
              disabled={!mayLock}
              onChange={(isHeld) =>
                write('lock', withHold(node.lock, hold, isHeld ? true : undefined), t('lock.title'))
              }
            />
          )}
        </Field>
      ))}
      <Field label={t('lock.content')}>
        {({ id }) => (
          <Select
            id={id}
            value={node.lock?.content === true ? 'all' : node.lock?.content === 'text' ? 'text' : 'none'}
            disabled={!mayLock}
            options={[
              { value: 'none', label: t('lock.none') },
              { value: 'text', label: t('lock.text') },
              { value: 'all', label: t('lock.all') },
            ]}
            onChange={(held) =>
              write(
                'lock',
                withHold(node.lock, 'content', held === 'none' ? undefined : held === 'text' ? 'text' : true),
                t('lock.title'),
              )
            }
          />
        )}
      </Field>
    </Group>
  )
}

function withHold(lock: Lock | undefined, hold: keyof Lock, value: true | 'text' | undefined): Lock | undefined {
  const { [hold]: _old, ...others } = lock ?? {}
  const next = value === undefined ? others : { ...others, [hold]: value }
  return Object.keys(next).length === 0 ? undefined : next
}
