/** Mounts the component of `svelte.svelte`. */
import { mount } from 'svelte'
import App from './svelte.svelte'

mount(App, { target: document.body })
