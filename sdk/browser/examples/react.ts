/** A React application with the editor. In yours, import the wrapper from `svc-browser/react`. */
import { StrictMode, createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { SvcEditor } from '../wrappers/react.ts'

const { baseUrl, pluginId } = document.documentElement.dataset

function App() {
  const [status, setStatus] = useState('Opening')
  return createElement(
    'main',
    { style: { height: 640 } },
    createElement('output', null, status),
    createElement(SvcEditor, {
      pluginId: pluginId ?? '',
      ...(baseUrl === undefined ? {} : { baseUrl }),
      apiRequestData: { emailId: 'from-react' },
      getAuthToken: () => fetch('/token').then((response) => response.text()),
      pickImage: async () => ({ url: 'https://images.example.com/hat.png', alt: 'A hat' }),
      uploadImage: async (file) => ({ url: `https://images.example.com/${file.name}` }),
      onReady: (svc) => void svc.save(),
      onSave: ({ emailId }) => setStatus(`Saved ${emailId}`),
      onError: ({ error }) => setStatus(error),
    }),
  )
}

createRoot(document.body).render(createElement(StrictMode, null, createElement(App)))
