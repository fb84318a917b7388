import { render } from 'preact';
import { StoreContext } from './app/context.ts';
import { Shell } from './app/Shell.tsx';
import { applyTheme, storedTheme } from './app/theme.ts';
import { readPayload } from './data/payload.ts';
import { Store } from './data/store.ts';
import './style/index.css';

applyTheme(storedTheme());
render(
  <StoreContext.Provider value={new Store(readPayload(document))}>
    <Shell />
  </StoreContext.Provider>,
  document.getElementById('app') ?? document.body,
);
