import {
  type FieldTag,
  type Filter,
  type MergeTag,
  filterProblem,
  isNativeTag,
  nativeProblem,
} from '../../email/data/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { Field, Select, TextInput } from '../../ui/fields/index.ts'
import { Popover } from '../../ui/overlays/index.ts'
import type { Canvas } from '../canvas/index.ts'
import { mergeFieldsOf, readable } from '../fields/index.ts'
import type { TypingKey } from '../locale/text/index.ts'
import { positionBelow } from './caret.ts'
import type { TypingProps } from './context.ts'
import { tagOf } from './mapping.ts'
import { tagText } from './tag-view.ts'

const formats = ['upper', 'lower', 'capitalize', 'date', 'number', 'truncate', 'url'] as const
const argumentOf: Partial<Record<Filter['name'], TypingKey>> = {
  date: 'text.tagPattern',
  number: 'text.tagDecimals',
  truncate: 'text.tagLength',
}
const placeholders: Partial<Record<Filter['name'], string>> = { date: '%d %B %Y', number: 'EUR', truncate: '50' }
const plain = 'plain'

export function TagPopover({ editor, session, words, canvas }: TypingProps & { canvas: Canvas }) {
  const { t } = words
  const position = session.openTag.value ?? 0
  const node = session.state.value.doc.nodeAt(position)
  const close = () => (session.openTag.value = undefined)
  if (node?.type.name !== 'tag') return null
  const tag = tagOf(node)
  const change = (next: MergeTag) =>
    session.view.dispatch(session.view.state.tr.setNodeAttribute(position, 'tag', next).setMeta('label', t('text.tag')))
  const remove = () => {
    close()
    session.run(t('text.tagRemove'), (state, dispatch) => {
      dispatch?.(state.tr.delete(position, position + 1))
      return true
    })
  }
  const anchor = positionBelow(canvas, session, position)
  return (
    <Popover key={position} anchor={anchor} label={t('text.tag')} onClose={close}>
      <div class="text-panel" dir={editor.words.dir}>
        {isNativeTag(tag) ? (
          <Field label={t('text.code')} layout="stack">
            {({ id }) => (
              <TextInput
                id={id}
                isCode
                value={tag.native}
                maxLength={4000}
                onChange={(text) => {
                  if (nativeProblem(text) === undefined) change({ native: text })
                }}
              />
            )}
          </Field>
        ) : (
          <FieldSettings editor={editor} tag={tag} words={words} change={change} />
        )}
        <div class="text-panel-actions">
          <Button variant="plain" onClick={remove}>
            {t('text.tagRemove')}
          </Button>
        </div>
      </div>
    </Popover>
  )
}

interface FieldSettingsProps extends Pick<TypingProps, 'editor' | 'words'> {
  tag: FieldTag
  change(next: FieldTag): void
}

function FieldSettings({ editor, tag, words, change }: FieldSettingsProps) {
  const { t } = words
  const [filter, ...more] = tag.filters ?? []
  const fields = mergeFieldsOf(editor.document.value, editor.config)
  const options = fields.map(({ path, label, group }) => ({
    value: path,
    label,
    ...(group === undefined ? {} : { group }),
  }))
  const setFilter = (next: Filter | undefined) => {
    if (next !== undefined && filterProblem(next) !== undefined) return
    const { filters: _filters, ...others } = tag
    const filters = next === undefined ? more : [next, ...more]
    change(filters.length === 0 ? others : { ...others, filters })
  }
  const argument = filter === undefined ? undefined : argumentOf[filter.name]
  return (
    <>
      <Field label={t('text.tagField')} layout="stack">
        {({ id }) => (
          <Select
            id={id}
            value={tag.path}
            options={
              options.some(({ value }) => value === tag.path)
                ? options
                : [{ value: tag.path, label: readable(tag.path) }, ...options]
            }
            onChange={(path) => change({ ...tag, path })}
          />
        )}
      </Field>
      <Field label={t('text.tagFallback')} layout="stack">
        {({ id }) => (
          <TextInput
            id={id}
            value={tag.fallback ?? ''}
            maxLength={10_000}
            onChange={(text) => {
              const { fallback: _fallback, ...others } = tag
              change(text === '' ? others : { ...others, fallback: text })
            }}
          />
        )}
      </Field>
      <Field label={t('text.tagFormat')} layout="stack">
        {({ id }) => (
          <Select
            id={id}
            value={filter?.name ?? plain}
            options={[
              { value: plain, label: t('text.tagPlain') },
              ...formats.map((name) => ({
                value: name,
                label: t(`text.tag${name[0]?.toUpperCase()}${name.slice(1)}` as TypingKey),
              })),
            ]}
            onChange={(name) => setFilter(name === plain ? undefined : { name: name as Filter['name'] })}
          />
        )}
      </Field>
      {filter === undefined || argument === undefined ? null : (
        <Field label={t(argument)} layout="stack">
          {({ id }) => (
            <TextInput
              id={id}
              isCode
              placeholder={placeholders[filter.name]}
              value={filter.argument === undefined ? '' : String(filter.argument)}
              onChange={(text) => setFilter(withArgument(filter, text.trim()))}
            />
          )}
        </Field>
      )}
      <p class="svc-hint" dir="auto">
        {t('text.tagShows', { sample: tagText(editor, tag) })}
      </p>
    </>
  )
}

function withArgument({ argument: _argument, ...filter }: Filter, text: string): Filter {
  if (text === '') return filter
  const isCount = filter.name === 'truncate' || (filter.name === 'number' && /^\d+$/.test(text))
  return { ...filter, argument: isCount ? Number(text) : filter.name === 'number' ? text.toUpperCase() : text }
}
