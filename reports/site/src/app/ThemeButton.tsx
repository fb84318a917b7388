import { useState } from 'preact/hooks';
import { applyTheme, nextTheme, storedTheme } from './theme.ts';

/** Goes through the colours: system, light, dark. */
export function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const change = () => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" onClick={change}>
      <span class="visually-hidden">Colours: </span>
      {theme === 'system' ? '◐ System' : theme === 'light' ? '○ Light' : '● Dark'}
    </button>
  );
}
