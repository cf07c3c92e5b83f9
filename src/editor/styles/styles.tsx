import { useSignal } from '@preact/signals'
import type { Field as BlockField } from '../../email/document/index.ts'
import { plainLinkColor, plainText } from '../../email/render/index.ts'
import { SegmentedControl, Switch } from '../../ui/controls/index.ts'
import { Field } from '../../ui/fields/index.ts'
import { FieldRow, Group } from '../controls/index.ts'
import { type PanelProps, elementStyle, settingsTarget } from '../fields/index.ts'
import { ClassesGroup } from './classes-group.tsx'
import { ColorsGroup } from './colors-group.tsx'
import { FontsGroup } from './fonts-group.tsx'
import { buttonFields, headingFields, linkFields, textFields } from './style-fields.ts'

/** Default styles of the whole email. */
export function Styles(props: PanelProps) {
  const { t } = props.words
  const { theme } = props.editor.document.value
  const plain = { weight: 400, ...plainText }
  const { button: _button, ...withoutButton } = theme
  return (
    <div class="svc-styles">
      <ColorsGroup {...props} />
      <FontsGroup {...props} />
      <Group name="theme-text" title={t('styles.text')}>
        <Rows {...props} fields={textFields} path="theme.text" inherited={plain} />
      </Group>
      <Headings {...props} />
      <Group name="theme-link" title={t('styles.links')}>
        <Rows {...props} fields={linkFields} path="theme.link" inherited={{ color: plainLinkColor }} />
        <Underline {...props} />
      </Group>
      <Group name="theme-button" title={t('styles.buttons')}>
        <Rows
          {...props}
          fields={buttonFields}
          path="theme.button"
          inherited={elementStyle(withoutButton, { type: 'button' })}
        />
      </Group>
      <ClassesGroup {...props} />
    </div>
  )
}

interface RowsProps extends PanelProps {
  fields: readonly BlockField[]
  path: string
  inherited: object
}

function Rows({ fields, path, inherited, ...props }: RowsProps) {
  const target = settingsTarget(props, path, inherited)
  return (
    <>
      {fields.map((field) => (
        <FieldRow key={`${path}.${field.prop}`} {...props} field={field} target={target} />
      ))}
    </>
  )
}

function Headings(props: PanelProps) {
  const { t } = props.words
  const level = useSignal<'1' | '2' | '3' | '4'>('1')
  const { headings: _headings, ...theme } = props.editor.document.value.theme
  const heading = { type: 'heading', level: Number(level.value) }
  return (
    <Group name="theme-headings" title={t('styles.headings')}>
      <SegmentedControl
        label={t('styles.headings')}
        value={level.value}
        onChange={(next) => (level.value = next)}
        segments={(['1', '2', '3', '4'] as const).map((value) => ({
          value,
          label: t('styles.heading', { level: value }),
        }))}
      />
      <Rows
        {...props}
        fields={headingFields}
        path={`theme.headings.${level.value}`}
        inherited={elementStyle(theme, heading)}
      />
    </Group>
  )
}

function Underline(props: PanelProps) {
  const { words } = props
  const target = settingsTarget(props, 'theme.link')
  const label = words.t('styles.underline')
  return (
    <Field label={label}>
      {({ id }) => (
        <Switch
          id={id}
          checked={target.read('underline') !== false}
          disabled={target.isLocked('underline')}
          onChange={(isOn) => target.write(label, 'underline', isOn)}
        />
      )}
    </Field>
  )
}
