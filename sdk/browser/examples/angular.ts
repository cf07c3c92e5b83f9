/** An Angular application with the editor. In yours, import the wrapper from `svc-browser/angular`. */
import '@angular/compiler'
import { Component, provideZonelessChangeDetection, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import type { PluginConfig, Svc, SvcEvents } from '../index.ts'
import { SvcEditor } from '../wrappers/angular.ts'

const { baseUrl, pluginId } = document.documentElement.dataset

class App {
  readonly status = signal('Opening')
  readonly config: PluginConfig = {
    pluginId: pluginId ?? '',
    ...(baseUrl === undefined ? {} : { baseUrl }),
    apiRequestData: { emailId: 'from-angular' },
    getAuthToken: () => fetch('/token').then((response) => response.text()),
    pickImage: async () => ({ url: 'https://images.example.com/hat.png', alt: 'A hat' }),
    uploadImage: async (file) => ({ url: `https://images.example.com/${file.name}` }),
  }

  opened(svc: Svc): void {
    void svc.save()
  }

  saved({ emailId }: SvcEvents['save']): void {
    this.status.set(`Saved ${emailId}`)
  }

  failed({ error }: SvcEvents['error']): void {
    this.status.set(error)
  }
}

Component({
  selector: 'svc-app',
  standalone: true,
  imports: [SvcEditor],
  template: `<output>{{ status() }}</output>
    <main style="height:640px">
      <svc-editor [config]="config" (ready)="opened($event)" (save)="saved($event)" (failure)="failed($event)" />
    </main>`,
})(App)

document.body.append(document.createElement('svc-app'))
bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] }).catch((error: unknown) => {
  throw error
})
