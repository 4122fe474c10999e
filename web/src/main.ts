import { mount } from 'svelte';
import App from './App.svelte';
import { initLanguage } from './lib/texts.svelte';
import './styles/tokens.css';
import './styles/parts.css';
import './styles/page.css';

await initLanguage();
mount(App, { target: document.getElementById('app')! });
