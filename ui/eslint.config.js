import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  // The bindings are generated; what they look like is the generator's affair.
  { ignores: ['dist/', 'src/lib/host/bindings.ts'] },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      // The one door to the shell: everything else is written against `Host` and runs without a window.
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@tauri-apps/*'], message: 'Only src/lib/host talks to Tauri; take a Host instead.' }] },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: {
      'no-restricted-syntax': [
        'error',
        // Each such element costs 19 KiB more whenever it is drawn anew (src/lib/ui/indent.ts).
        { selector: 'SvelteStyleDirective[key.name.name=/^--/]', message: 'Set the property itself: style:width and not style:--width.' },
        // WebKitGTK keeps each form that was shown for a second, with all its elements (src-tauri/docs/desk.md).
        { selector: 'SvelteElement[name.name="form"]', message: 'Use an element with role="search" or role="group", and handle Enter.' },
      ],
    },
  },
  { files: ['src/lib/host/**'], rules: { 'no-restricted-imports': 'off' } },
  { files: ['*.ts', '*.js'], languageOptions: { globals: globals.node } },
)
