/** A Solid application with the editor. In yours, import `svc-browser/element`. */
import { createSignal } from 'solid-js'
import { render } from 'solid-js/web'
import { defineElement } from '../wrappers/element.ts'

defineElement()
const { baseUrl, pluginId } = document.documentElement.dataset

function App() {
  const [status, setStatus] = createSignal('Opening')
  let editor
  return (
    <>
      <output>{status()}</output>
      <svc-editor
        ref={(element) => (editor = element)}
        style="height: 640px"
        attr:base-url={baseUrl}
        attr:plugin-id={pluginId}
        attr:email-id="from-solid"
        prop:getAuthToken={() => fetch('/token').then((response) => response.text())}
        prop:pickImage={async () => ({ url: 'https://images.example.com/hat.png', alt: 'A hat' })}
        prop:uploadImage={async (file) => ({ url: `https://images.example.com/${file.name}` })}
        on:ready={() => editor.svc.save()}
        on:save={({ detail }) => setStatus(`Saved ${detail.emailId}`)}
        on:error={({ detail }) => setStatus(detail.error)}
      />
    </>
  )
}

render(() => <App />, document.body)
