import { type Block, type Node, rootId } from '../../email/document/index.ts'
import { addedBlock, newSection, offeredBlocks, offersLayouts } from '../actions/index.ts'
import { focusCanvas } from '../commands/index.ts'
import type { TextKey } from '../locale/index.ts'
import { deferred } from '../startup/deferred.tsx'
import type { Editor } from '../state/index.ts'

const ProjectStarters = deferred(async () => (await import('./project-starters.tsx')).ProjectStarters)

interface Starter {
  label: TextKey
  /** Preview: column shares and kinds of blocks of each row. */
  rows: readonly { parts: readonly number[]; blocks: readonly (readonly string[])[] }[]
}

const starters: readonly Starter[] = [
  { label: 'layout.welcome', rows: [{ parts: [1], blocks: [['image', 'heading', 'text', 'button']] }] },
  { label: 'layout.letter', rows: [{ parts: [1], blocks: [['heading', 'text', 'text', 'text']] }] },
  {
    label: 'layout.picture',
    rows: [
      { parts: [1], blocks: [['heading']] },
      { parts: [1, 1], blocks: [['image'], ['text', 'button']] },
    ],
  },
  {
    label: 'layout.cards',
    rows: [
      { parts: [1], blocks: [['heading', 'text']] },
      {
        parts: [1, 1],
        blocks: [
          ['image', 'text', 'button'],
          ['image', 'text', 'button'],
        ],
      },
    ],
  },
]

/** Shown for an email without rows: layouts and templates to start with. */
export function EmptyEmail({ editor }: { editor: Editor }) {
  if (editor.readOnly.value || editor.textOnly.value) return null
  const offered = new Set(offeredBlocks(editor.config))
  const isOffered = ({ rows }: Starter) => rows.every(({ blocks }) => blocks.flat().every((type) => offered.has(type)))
  const layouts = offersLayouts(editor.config) ? starters.filter(isOffered) : []
  return (
    <div class="empty-email" dir={editor.words.dir}>
      <h2>{editor.words.t('canvas.emptyEmail')}</h2>
      <p>{editor.words.t('canvas.emptyEmailText')}</p>
      <ul>
        {layouts.map((starter) => (
          <li key={starter.label}>
            <button type="button" class="starter" onClick={() => start(editor, starter)}>
              <Sketch starter={starter} />
              <span>{editor.words.t(starter.label)}</span>
            </button>
          </li>
        ))}
      </ul>
      <ProjectStarters editor={editor} />
    </div>
  )
}

function Sketch({ starter }: { starter: Starter }) {
  return (
    <span class="sketch" aria-hidden="true">
      {starter.rows.map(({ blocks }, row) => (
        <span key={row} class="sketch-row">
          {blocks.map((column, index) => (
            <span key={index} class="sketch-column">
              {column.map((type, at) => (
                <span key={at} class={`sketch-block sketch-${type}`} />
              ))}
            </span>
          ))}
        </span>
      ))}
    </span>
  )
}

function start(editor: Editor, { label, rows }: Starter): void {
  const nodes: Node[] = rows.map(({ parts, blocks }) => {
    const section = newSection(parts)
    const columns = section.columns.map((column, index) => {
      const kinds: readonly string[] = blocks[index] ?? []
      return { ...column, blocks: kinds.map((type): Block => addedBlock(editor, type)) }
    })
    return { ...section, columns }
  })
  const first = nodes[0]
  const select = first === undefined ? {} : { select: first.id }
  editor.change(editor.words.t('change.layout'), [{ op: 'insert', parent: rootId, index: 0, nodes }], select)
  editor.announce(editor.words.t('said.inserted', { name: editor.words.t(label) }))
  focusCanvas(editor)
}
