/** A page with three editors side by side: two of React and one of Vue. */
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createApp, h, shallowRef } from 'vue'
import type { Svc } from '../../../../sdk/browser/index.ts'
import type { MountedConfig } from '../../../../sdk/browser/wrappers/mount.ts'
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
const opened: Record<string, Svc> = {}
const ready = (name: string) => (svc: Svc) => {
  opened[name] = svc
  document.body.setAttribute(`data-${name}`, 'ready')
}

function place(): HTMLElement {
  const element = document.createElement('div')
  element.style.height = '200px'
  document.body.append(element)
  return element
}

const first = createRoot(place())
const vueConfig = shallowRef<MountedConfig>(configOf('third'))

function show(more: Partial<MountedConfig>, emailId = 'first'): void {
  first.render([
    createElement(ReactEditor, { key: 1, ...configOf(emailId), ...more, style, onReady: ready(emailId) }),
    createElement(ReactEditor, { key: 2, ...configOf('second'), style, onReady: ready('second') }),
  ])
  vueConfig.value = { ...configOf('third'), ...more }
}

Object.assign(window, { opened, show })
show({})
createApp({ render: () => h(VueEditor, { config: vueConfig.value, onReady: ready('third') }) }).mount(place())
