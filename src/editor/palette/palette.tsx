import { useSignal } from '@preact/signals'
import { blockTypes } from '../../email/blocks/index.ts'
import { type Block, directionOf } from '../../email/document/index.ts'
import { EmptyState, pressOnce } from '../../ui/controls/index.ts'
import { TextInput, matchSuggestions } from '../../ui/fields/index.ts'
import { Icon, searchIcon, sectionIcon } from '../../ui/icons/index.ts'
import {
  addedBlock,
  kindName,
  labelIn,
  newOwnBlock,
  newSection,
  offeredBlocks,
  offersLayouts,
  ownBlocks,
} from '../actions/index.ts'
import { insertAndFocus } from '../commands/index.ts'
import { dragNew } from '../drag/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { SavedModules } from '../modules/index.ts'
import { iconOf } from '../stage/index.ts'
import { layouts } from './layouts.ts'

interface Tile {
  key: string
  label: string
  icon: string
  make: () => Block
  isInteractive?: boolean
  /** Heading of blocks of the host page. */
  category?: string | undefined
}

/** Blocks and layouts: dragged to a position, or inserted after the selection by click or Enter. */
export function Palette(props: PanelProps) {
  const { editor, words } = props
  const { t } = words
  const query = useSignal('')
  const { meta } = editor.document.value
  const { locale } = editor.config
  const own = ownBlocks(editor.config).map((declaration): Tile => {
    const { category, icon, label, name } = declaration
    return {
      key: `own:${name}`,
      label: labelIn(label, locale),
      icon: icon ?? iconOf('html'),
      make: () => newOwnBlock(declaration),
      category: category === undefined ? undefined : labelIn(category, locale),
    }
  })
  const types = offeredBlocks(editor.config).map((type): Tile => {
    const isInteractive = blockTypes.get(type)?.interactive === true
    return {
      key: type,
      label: kindName(editor.words, type),
      icon: iconOf(type),
      make: () => addedBlock(editor, type),
      isInteractive,
    }
  })
  const tiles = [...types, ...own]
  const found = matchSuggestions(tiles, query.value)
  const columns = (offersLayouts(editor.config) ? layouts : []).map((shares) => ({
    shares,
    label: t('palette.columns', { count: shares.length }),
  }))
  const foundLayouts = matchSuggestions(columns, query.value)
  const isSearching = query.value.trim() !== ''
  const plain = found.filter(({ category, isInteractive }) => isInteractive !== true && category === undefined)
  const interactive = found.filter(({ isInteractive }) => isInteractive)
  const categories = [...new Set(found.flatMap(({ category }) => category ?? []))]
  return (
    <div class="svc-palette">
      <TextInput
        type="search"
        label={t('palette.search')}
        placeholder={t('palette.search')}
        value={query.value}
        onChange={(text) => (query.value = text)}
        start={<Icon d={searchIcon} />}
        onKeyDown={(event) => {
          const first = found[0]
          if (event.key === 'Escape' && isSearching) {
            event.stopPropagation()
            query.value = ''
          }
          if (event.key !== 'Enter' || !isSearching || first === undefined) return
          event.preventDefault()
          insertAndFocus(editor, first.make())
          query.value = ''
        }}
      />
      <Tiles {...props} title={t('palette.blocks')} tiles={plain} />
      {categories.map((title) => (
        <Tiles key={title} {...props} title={title} tiles={found.filter(({ category }) => category === title)} />
      ))}
      {foundLayouts.length === 0 ? null : (
        <section>
          <h2 class="svc-palette-title">{t('palette.layouts')}</h2>
          <ul class="svc-layouts" dir={meta.dir ?? directionOf(meta.lang)}>
            {foundLayouts.map(({ shares, label }) => (
              <li key={shares.join()}>
                <button
                  type="button"
                  class="svc-layout"
                  aria-label={`${label}: ${shares.join(' : ')}`}
                  data-tip={label}
                  disabled={editor.readOnly.value || editor.textOnly.value}
                  onPointerDown={(event) =>
                    dragNew(editor, event, { make: () => newSection(shares), label, icon: sectionIcon })
                  }
                  {...pressOnce(() => insertAndFocus(editor, newSection(shares)))}
                >
                  {shares.map((share, at) => (
                    <span key={at} style={{ flexGrow: share }} />
                  ))}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <SavedModules {...props} query={query.value}>
        {isSearching && found.length + foundLayouts.length === 0 ? (
          <EmptyState icon={searchIcon} title={t('palette.nothing', { query: query.value })} />
        ) : null}
      </SavedModules>
      <Tiles {...props} title={t('palette.interactive')} hint={t('palette.interactiveHint')} tiles={interactive} />
    </div>
  )
}

function Tiles({ editor, title, hint, tiles }: PanelProps & { title: string; hint?: string; tiles: readonly Tile[] }) {
  if (tiles.length === 0) return null
  return (
    <section>
      <h2 class="svc-palette-title">{title}</h2>
      {hint === undefined ? null : <p class="svc-hint">{hint}</p>}
      <ul class="svc-tiles">
        {tiles.map(({ icon, key, label, make }) => (
          <li key={key}>
            <button
              type="button"
              class="svc-tile"
              disabled={editor.readOnly.value || editor.textOnly.value}
              onPointerDown={(event) => dragNew(editor, event, { make, label, icon })}
              {...pressOnce(() => insertAndFocus(editor, make()))}
            >
              <Icon d={icon} size={20} />
              <span>{label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
