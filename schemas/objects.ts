import type { TObject, TObjectOptions, TOptional, TProperties, TSchema } from 'typebox'
import { Memory } from 'typebox/system'

/**
 * `Type.Optional` and `Type.Object`, with the same answers. TypeBox's own stand in files that import its type engine, and a bundler would load the whole engine
 * (9 kB compressed) before every first screen, which declares fields and checks nothing.
 */

const OPTIONAL = '~optional'

export const optional = <S extends TSchema>(schema: S): TOptional<S> =>
  Memory.Update(schema, { [OPTIONAL]: true }, {}) as TOptional<S>

export function object<P extends TProperties>(properties: P, options: TObjectOptions = {}): TObject<P> {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] as TSchema)))
  const needs = required.length > 0 ? { required } : {}
  return Memory.Create({ '~kind': 'Object' }, { type: 'object', ...needs, properties }, options) as TObject<P>
}
