/** A Vue application with the editor. In yours, import the wrapper from `svc-browser/vue`. */
import { createApp, defineComponent, h, ref } from 'vue'
import type { Svc, SvcEvents } from '../index.ts'
import { SvcEditor } from '../wrappers/vue.ts'

const { baseUrl, pluginId } = document.documentElement.dataset

const App = defineComponent(() => {
  const status = ref('Opening')
  const config = {
    pluginId: pluginId ?? '',
    ...(baseUrl === undefined ? {} : { baseUrl }),
    apiRequestData: { emailId: 'from-vue' },
    getAuthToken: () => fetch('/token').then((response) => response.text()),
    pickImage: async () => ({ url: 'https://images.example.com/hat.png', alt: 'A hat' }),
    uploadImage: async (file: File) => ({ url: `https://images.example.com/${file.name}` }),
  }
  return () =>
    h('main', { style: 'height:640px' }, [
      h('output', status.value),
      h(SvcEditor, {
        config,
        onReady: (svc: Svc) => void svc.save(),
        onSave: ({ emailId }: SvcEvents['save']) => (status.value = `Saved ${emailId}`),
        onError: ({ error }: SvcEvents['error']) => (status.value = error),
      }),
    ])
})

createApp(App).mount(document.body)
