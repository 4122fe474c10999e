import { mount } from 'svelte';
import App from './App.svelte';
import { speakAtFirst } from './lib/texts.svelte';
import './styles/tokens.css';
import './styles/parts.css';
import './styles/page.css';

await speakAtFirst();
mount(App, { target: document.getElementById('app')! });
