/** The colours: those of the system, or chosen by hand and remembered. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'perfmatrix-theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** The remembered choice; browsers may refuse storage, e.g. for files. */
export function storedTheme(): Theme {
  try {
    return themes.find(theme => theme === localStorage.getItem(key)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Shows a theme and remembers it. Charts listen to the event, because a canvas does not follow style sheets. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // The choice holds until the page is left.
  }
  dispatchEvent(new Event('perfmatrix-theme'));
}

export const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] as Theme;
