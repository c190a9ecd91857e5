import { locale } from './locale.svelte'

/**
 * Returns the words of one feature in the language of the interface. Reactive.
 *
 * The second language must have the type of the first, so a missing or misspelt key does not compile.
 */
export function messages<M extends object>(en: M, zh: NoInfer<M>): Readonly<M> {
  const catalogue = { en, zh }
  return new Proxy(en, {
    get: (_, key) => Reflect.get(catalogue[locale.current], key),
  })
}
