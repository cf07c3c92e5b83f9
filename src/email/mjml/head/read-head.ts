import type { MjmlWarnings } from '../report.ts'
import type { Element } from '../source/element.ts'
import { Fonts } from '../values/fonts.ts'
import { oneLine } from '../source/one-line.ts'
import { readNumber, within } from '../values/lengths.ts'
import { SharedAttributes } from './attributes.ts'
import { StyleRules } from './style-rules.ts'

export interface Head {
  title: string
  preview: string | undefined
  /** Maximum width of the phone layer in px. */
  breakpoint: number
  fonts: Fonts
  attributes: SharedAttributes
  rules: StyleRules
  /** All style sheets, concatenated. */
  css: string
}

/** Reads mj-head; without one the defaults apply. */
export function readHead(element: Element | undefined, warnings: MjmlWarnings): Head {
  const head: Head = {
    title: '',
    preview: undefined,
    breakpoint: 480,
    fonts: new Fonts(),
    attributes: new SharedAttributes(),
    rules: new StyleRules(),
    css: '',
  }
  for (const child of element?.children ?? []) readPart(child, head, warnings)
  return head
}

function readPart(part: Element, head: Head, warnings: MjmlWarnings): void {
  const { name, attributes, content, line } = part
  switch (name) {
    case 'mj-title':
      head.title = oneLine(content)
      return
    case 'mj-preview':
      head.preview = oneLine(content)
      return
    case 'mj-breakpoint':
      head.breakpoint = Math.round(within(readNumber(attributes['width']) ?? 480, 240, 1200))
      return
    case 'mj-font':
      if (!head.fonts.add(attributes))
        warnings.add('MJML_VALUE', 'An mj-font has no name or no https URL; it was dropped.', line)
      return
    case 'mj-attributes':
      head.attributes.add(part)
      return
    case 'mj-style':
      head.rules.add(content)
      head.css += `${head.css === '' ? '' : '\n'}${content}`
      if (attributes['inline'] === 'inline')
        warnings.add('MJML_ATTRIBUTE', 'An inline mj-style was added to the style sheet of the email instead.', line)
      return
    case 'mj-include':
      warnings.add(
        'MJML_INCLUDE',
        `mj-include is not supported: insert the content of ${JSON.stringify(attributes['path'] ?? '')} in its place.`,
        line,
      )
      return
    case 'mj-raw':
      warnings.add('MJML_COMPONENT', 'mj-raw in the head was ignored; put style sheets in mj-style.', line)
      return
    case 'mj-html-attributes':
      warnings.add('MJML_COMPONENT', 'mj-html-attributes has no equivalent and was ignored.', line)
      return
    default:
      warnings.add('MJML_COMPONENT', `${name} is not supported in mj-head and was ignored.`, line)
  }
}
