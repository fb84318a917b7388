import { render } from 'preact';
import { Shell } from './app/Shell.tsx';
import { applyTheme, storedTheme } from './app/theme.ts';
import { readPayload } from './data/payload.ts';
import { Store } from './data/store.ts';
import './style/index.css';

applyTheme(storedTheme());
render(<Shell store={new Store(readPayload(document))} />, document.getElementById('app') ?? document.body);
