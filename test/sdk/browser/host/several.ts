/** A page with three editors side by side: two of React and one of Vue. */
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createApp, h } from 'vue'
import { SvcEditor as ReactEditor } from '../../../../sdk/browser/wrappers/react.ts'
import { SvcEditor as VueEditor } from '../../../../sdk/browser/wrappers/vue.ts'

const { baseUrl = '', pluginId = '' } = document.documentElement.dataset

const configOf = (emailId: string) => ({
  baseUrl,
  pluginId,
  apiRequestData: { emailId },
  getAuthToken: () => fetch('/token').then((answer) => answer.text()),
})
const style = { height: 200 }
const ready = (name: string) => document.body.setAttribute(`data-${name}`, 'ready')

function place(): HTMLElement {
  const element = document.createElement('div')
  element.style.height = '200px'
  document.body.append(element)
  return element
}

createRoot(place()).render([
  createElement(ReactEditor, { key: 1, ...configOf('first'), style, onReady: () => ready('first') }),
  createElement(ReactEditor, { key: 2, ...configOf('second'), style, onReady: () => ready('second') }),
])
createApp({ render: () => h(VueEditor, { config: configOf('third'), onReady: () => ready('third') }) }).mount(place())
