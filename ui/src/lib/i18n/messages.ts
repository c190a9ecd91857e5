import { locale } from './locale.svelte'

/**
 * Returns the words of one feature in the language of the interface.
 *
 * Both languages are given together and the second must have the shape of the first, so a missing or
 * misspelt translation does not compile. Reading a message in a component follows a change of language.
 */
export function messages<M extends object>(en: M, zh: NoInfer<M>): Readonly<M> {
  const catalogue = { en, zh }
  return new Proxy(en, {
    get: (_, key) => Reflect.get(catalogue[locale.current], key),
  })
}
