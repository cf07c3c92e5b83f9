import { useSignal } from '@preact/signals'
import type { EmailDocument, Operation, ThemeColor } from '../../email/document/index.ts'
import { Button, IconButton } from '../../ui/controls/index.ts'
import { ColorInput, TextInput } from '../../ui/fields/index.ts'
import { moonIcon, plusIcon, sunIcon, trashIcon } from '../../ui/icons/index.ts'
import { Group } from '../controls/index.ts'
import { type PanelProps, readable } from '../fields/index.ts'
import { Icon } from '../../ui/icons/index.ts'
import { freeName, nameFrom } from './names.ts'

/** Named colors of the theme, with an optional value for dark mode. */
export function ColorsGroup({ editor, words }: PanelProps) {
  const { t } = words
  const document = editor.document.value
  const { colors } = document.theme
  const isLocked = editor.readOnly.value || editor.textOnly.value
  const typed = useSignal('')
  const write = (next: Record<string, ThemeColor>, key: string) =>
    editor.change(t('change.property', { property: t('styles.colors') }), [setColors(next)], { key: `color:${key}` })
  const add = () => {
    const name = freeName(colors, nameFrom(typed.value) ?? 'color')
    write({ ...colors, [name]: { light: '#1d5fd0' } }, name)
    typed.value = ''
  }
  return (
    <Group name="theme-colors" title={t('styles.colors')}>
      <div class="svc-theme-color svc-theme-head" aria-hidden="true">
        <span />
        <span data-tip={t('styles.light')}>
          <Icon d={sunIcon} size={14} />
        </span>
        <span data-tip={t('styles.dark')}>
          <Icon d={moonIcon} size={14} />
        </span>
      </div>
      <ul class="svc-theme-colors">
        {Object.entries(colors).map(([name, color]) => {
          const isUsed = isColorUsed(document, name)
          return (
            <li key={name} class="svc-theme-color">
              <span class="svc-theme-name">{readable(name)}</span>
              <ColorInput
                label={t('styles.lightOf', { name: readable(name) })}
                value={color.light}
                disabled={isLocked}
                onChange={(light) => light !== undefined && write({ ...colors, [name]: { ...color, light } }, name)}
              />
              <ColorInput
                label={t('styles.darkOf', { name: readable(name) })}
                value={color.dark}
                inherited={color.light}
                disabled={isLocked}
                onChange={(dark) =>
                  write({ ...colors, [name]: dark === undefined ? { light: color.light } : { ...color, dark } }, name)
                }
              />
              {isLocked ? null : (
                <IconButton
                  dense
                  danger
                  icon={trashIcon}
                  label={
                    isUsed
                      ? t('styles.colorUsed', { name: readable(name) })
                      : t('list.remove', { name: readable(name) })
                  }
                  disabled={isUsed}
                  onClick={() => {
                    const { [name]: _gone, ...others } = colors
                    write(others, name)
                  }}
                />
              )}
            </li>
          )
        })}
      </ul>
      {isLocked ? null : (
        <div class="svc-line-row">
          <TextInput
            label={t('styles.colorName')}
            placeholder={t('styles.colorName')}
            value={typed.value}
            onChange={(text) => (typed.value = text)}
            onKeyDown={(event) => event.key === 'Enter' && add()}
          />
          <Button icon={plusIcon} onClick={add}>
            {t('list.add')}
          </Button>
        </div>
      )}
    </Group>
  )
}

function setColors(colors: Record<string, ThemeColor>): Operation {
  return { op: 'settings', props: { theme: { colors } } }
}

// A color that is in use cannot be removed.
function isColorUsed(document: EmailDocument, name: string): boolean {
  return JSON.stringify(document).includes(`"$color.${name}"`)
}
