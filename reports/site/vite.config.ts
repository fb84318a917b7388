import { defineConfig } from 'vite';

// Three files with fixed names: perfmatrix embeds them, writes them beside a history, or inlines them into report.html. No code splitting, because a
// report is one file; a classic script, because browsers refuse module scripts from file://.
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The first that know light-dark(): 2024.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: true,
    lib: { entry: 'src/main.tsx', formats: ['iife'], name: 'perfmatrix', fileName: () => 'site.js', cssFileName: 'site' },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
});
