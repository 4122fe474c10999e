import { mount } from 'svelte';
import App from './App.svelte';
import { speakAtFirst } from './lib/texts.svelte';
import './tokens.css';
import './parts.css';
import './page.css';

await speakAtFirst();
mount(App, { target: document.getElementById('app')! });
