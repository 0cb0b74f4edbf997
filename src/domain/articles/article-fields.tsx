import type { ReactNode } from 'react'
import { entityOf } from '../../../schemas/resources.ts'
import { type Article, familiesOf, referenceKey } from '../../../schemas/rules/articles.ts'
import { offered } from '../../../schemas/rules/lists.ts'
import { normalise } from '../../../schemas/search.ts'
import { ResourceField } from '../../forms/fields/resource-field.tsx'
import { FormSection, Wide } from '../../forms/form-frame.tsx'
import type { FormValues } from '../../forms/payload.ts'
import formStyles from '../../forms/resource.module.css'
import { articlesText as text } from '../../text/articles.ts'
import { resourceText } from '../../text/resource.ts'
import { Autocomplete, MultiSelect, Select } from '../../ui/controls/choices.tsx'
import styles from './articles.module.css'

const entity = entityOf('article')
/** More options are not rendered; typing shows the others. */
const LISTED = 50

/** A field of a form, whichever engine holds it. */
interface BoundField {
  value?: unknown
  onChange: (value: unknown) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
}

/** An entry of the company's list of VAT rates. */
export interface Rate {
  id: string
  LIBELLE: string
  ARCHIVE: 0 | 1
}

type Named = Pick<Article, 'id' | 'REFERENCE'>

/** Rule of the form besides the declaration's: an import finds an article by its reference, so a form gives no article the reference of another one. */
export const sameReferenceIn =
  (articles: readonly Named[], record: Named | null) =>
  (values: FormValues): Record<string, string> => {
    const mine = referenceKey(String(values.REFERENCE ?? ''))
    if (mine === '' || (record !== null && referenceKey(record.REFERENCE) === mine)) return {}
    const taken = articles.some((other) => other.id !== record?.id && referenceKey(other.REFERENCE) === mine)
    return taken ? { REFERENCE: text.sameReference } : {}
  }

export interface ArticleFieldsProps {
  /** Every article of the company, archived ones too. */
  articles: readonly Article[]
  rates: readonly Rate[]
  /** The article of the form; null for a new one. */
  id: string | null
  bind: (name: string) => BoundField
  /** Below a field: that somebody else has changed it, too. */
  notice?: (name: string) => ReactNode
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const asList = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])

/** The inputs of an article: the same for directors and administrators. */
export function ArticleFields({ articles, rates, id, bind, notice }: ArticleFieldsProps) {
  const field = (name: string, input: (bound: BoundField) => ReactNode) => (
    <div className={formStyles.field}>
      {input(bind(name))}
      {notice?.(name)}
    </div>
  )
  const declared = (name: string) =>
    field(name, ({ value, ...bound }) => (
      <ResourceField
        entity={entity}
        name={name}
        values={{ [name]: value }}
        onChange={bound.onChange}
        {...(bound.onBlur ? { onBlur: bound.onBlur } : {})}
        error={bound.error}
      />
    ))
  const rate = (name: string) =>
    field(name, ({ value, onChange, ...bound }) => (
      <Select
        size="md"
        label={entity.fields[name]?.label}
        placeholder={resourceText.choose}
        clearable
        data={offered(rates, [asText(value)]).map(({ id: rateId, LIBELLE }) => ({ value: rateId, label: LIBELLE }))}
        value={asText(value) || null}
        onChange={(next) => onChange(next ?? '')}
        {...bound}
      />
    ))
  return (
    <>
      <FormSection>
        {field('FAMILLE', ({ value, onChange, ...bound }) => (
          <Autocomplete
            size="md"
            label={entity.fields.FAMILLE?.label}
            description={text.familyHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={familiesOf(articles)}
            maxLength={81}
            value={asText(value)}
            onChange={onChange}
            {...bound}
          />
        ))}
        {declared('REFERENCE')}
        <Wide>{declared('LIBELLE')}</Wide>
        <Wide>{declared('DESCRIPTION')}</Wide>
        {declared('UNITE')}
        {declared('PRIX_HT')}
        <Wide>
          {field('OPTIONS', (bound) => (
            <OptionsField articles={articles} id={id} {...bound} />
          ))}
        </Wide>
      </FormSection>
      <FormSection title={text.rates}>
        {rate('IDTVA')}
        {rate('IDTVA_RENOVATION')}
        {rate('IDTVA_ENERGIE')}
        <Wide>
          <p className={styles.hint}>{text.ratesHint}</p>
        </Wide>
      </FormSection>
    </>
  )
}

interface OptionsFieldProps extends BoundField {
  articles: readonly Article[]
  id: string | null
}

function OptionsField({ articles, id, value, onChange, ...bound }: OptionsFieldProps) {
  const chosen = asList(value)
  const shown = offered(
    articles.filter((other) => other.id !== id),
    chosen,
  )
  const unknown = chosen.filter((one) => !shown.some((other) => other.id === one))
  return (
    <MultiSelect
      size="md"
      label={text.options}
      description={text.optionsHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      hidePickedOptions
      limit={LISTED}
      filter={({ options, search, limit }) => {
        const words = normalise(search).split(' ')
        const fits = (label: string): boolean => words.every((word) => normalise(label).includes(word))
        return options.filter((option) => 'value' in option && fits(option.label)).slice(0, limit)
      }}
      nothingFoundMessage={resourceText.noResult}
      maxDropdownHeight={280}
      data={[
        ...shown.map((other) => ({ value: other.id, label: `${other.REFERENCE} · ${other.LIBELLE}` })),
        ...unknown.map((one) => ({ value: one, label: resourceText.missing })),
      ]}
      value={chosen}
      onChange={onChange}
      {...bound}
    />
  )
}
