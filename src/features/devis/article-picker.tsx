import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import {
  type Article,
  familiesOf,
  findArticles,
  optionsOf,
  SITUATIONS,
  type Situation,
  searchable,
} from '../../../schemas/rules/articles.ts'
import { ArticlePhoto } from '../../domain/articles/article-photo.tsx'
import { articlesText } from '../../text/articles.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { formatMoney } from '../../ui/format/format.ts'
import { SearchField } from '../../ui/list/search-field.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './article-picker.module.css'
import { type DraftLigne, rateLabel, stepQuantity } from './lignes.ts'
import { QuantityStepper } from './quantity-stepper.tsx'

const { quote: text } = articlesText
/** Articles shown at first, and more at each « Afficher la suite ». */
const STEP = 40

/** Whether the line has the price that the list shows: a director may change it while the sheet is open, and a line keeps its own. */
const isPriced = (line: DraftLigne, { PRIX_HT }: Article): boolean => line.PRIX_UNITAIRE_HT === PRIX_HT

export interface ArticlePickerProps {
  /** The price list, in its order, archived articles too. */
  articles: readonly Article[]
  /** The rate that a line of this article gets. */
  rateOf: (article: Article, situation: Situation) => number
  situation: Situation
  onSituation: (situation: Situation) => void
  lines: readonly DraftLigne[]
  /** @returns the id of the new line */
  onAdd: (article: Article) => string
  /** Zero takes the line out. */
  onQuantity: (line: string, quantity: number) => void
  /** Saves the quote as it is, for whoever adds its last line here; without it the form does. */
  onSave?: (() => void) | undefined
  onClose: () => void
}

/**
 * The price list over the form of a quote: one tap adds a line, and the sheet stays open for the next one; steppers change the quantity of what was added
 * (SET-08). An article that was added for works of another VAT rate, or before its price changed, becomes another line.
 */
export function ArticlePicker(props: ArticlePickerProps) {
  const { articles, rateOf, situation, onSituation, lines, onAdd, onQuantity, onSave, onClose } = props
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed)
  const [family, setFamily] = useState<string | null>(null)
  const [most, setMost] = useState(STEP)
  // The last line that each article was added as since the sheet was opened.
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map())
  const [said, setSaid] = useState('')
  const proposed = useMemo(() => articles.filter(({ ARCHIVE }) => ARCHIVE !== 1), [articles])
  const searched = useMemo(() => searchable(proposed), [proposed])
  const byId = useMemo(() => new Map(proposed.map((article) => [article.id, article])), [proposed])
  const families = useMemo(() => familiesOf(proposed), [proposed])
  const found = useMemo(() => findArticles(searched, { words, family: family ?? undefined }), [searched, words, family])
  const lineOf = ({ id }: Article): DraftLigne | undefined => lines.find((line) => line.id === added.get(id))
  const step = (article: Article, line: DraftLigne, by: 1 | -1): void => {
    const quantity = stepQuantity(line.QUANTITE, by)
    onQuantity(line.id, quantity)
    setSaid(quantity === 0 ? text.taken(article.LIBELLE) : text.quantity(article.LIBELLE, quantity))
  }
  const add = (article: Article): void => {
    const line = lineOf(article)
    if (line && isPriced(line, article) && line.TAUX_TVA === rateOf(article, situation)) {
      step(article, line, 1)
      return
    }
    setAdded(new Map(added).set(article.id, onAdd(article)))
    setSaid(text.added(article.LIBELLE, lines.length + 1))
  }
  const row = (article: Article, name: (label: string) => string) => {
    const line = lineOf(article)
    return (
      <ArticleChoice
        article={article}
        name={name(article.LIBELLE)}
        rate={rateOf(article, situation)}
        line={line && isPriced(line, article) ? line : undefined}
        onAdd={() => add(article)}
        onStep={(one, by) => step(article, one, by)}
      />
    )
  }
  return (
    <Sheet opened onClose={onClose} title={text.title} size="lg">
      <div className={styles.tools}>
        <SearchField
          label={articlesText.search}
          placeholder={articlesText.placeholder}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            setMost(STEP)
          }}
        />
        {families.length < 2 ? null : (
          <Select
            size="md"
            aria-label={articlesText.family}
            placeholder={articlesText.allFamilies}
            clearable
            data={families}
            value={family}
            onChange={setFamily}
          />
        )}
        <Segments
          wide
          label={text.situation}
          value={situation}
          onChange={onSituation}
          data={SITUATIONS.map((value) => ({ value, label: text.situations[value] }))}
        />
      </div>
      {found.length === 0 ? <p className={styles.quiet}>{articlesText.nothingFound}</p> : null}
      <ul className={styles.list} aria-label={text.title}>
        {found.slice(0, most).map((article) => {
          const options = lineOf(article) ? optionsOf(article, byId) : []
          return (
            <li key={article.id} className={styles.item}>
              {row(article, text.addOf)}
              {options.length === 0 ? null : (
                <div className={styles.options}>
                  <span className={styles.quiet}>{text.optionsOf(article.LIBELLE)}</span>
                  <ul className={styles.list} aria-label={text.optionsOf(article.LIBELLE)}>
                    {options.map((option) => (
                      <li key={option.id}>{row(option, text.addOptionOf)}</li>
                    ))}
                  </ul>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {found.length > most ? (
        <div className={styles.more}>
          <span className={styles.quiet}>{text.first(most, found.length)}</span>
          <Button variant="default" onClick={() => setMost(most + STEP)}>
            {text.more}
          </Button>
        </div>
      ) : null}
      <div className={styles.end} data-foot>
        {onSave && lines.length > 0 ? (
          <Button size="md" fullWidth onClick={onSave}>
            {text.save}
          </Button>
        ) : null}
        <Button size="md" fullWidth variant={onSave && lines.length > 0 ? 'default' : 'filled'} onClick={onClose}>
          {text.done}
        </Button>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </Sheet>
  )
}

interface ArticleChoiceProps {
  article: Article
  /** What the button does. */
  name: string
  rate: number
  /** What it was added as since the sheet was opened, at the price of the row. */
  line: DraftLigne | undefined
  onAdd: () => void
  onStep: (line: DraftLigne, by: 1 | -1) => void
}

function ArticleChoice({ article, name, rate, line, onAdd, onStep }: ArticleChoiceProps) {
  const { LIBELLE, REFERENCE, FAMILLE, PHOTO, PRIX_HT, UNITE } = article
  const price = articlesText.perUnit(formatMoney(PRIX_HT), UNITE ?? '')
  return (
    <div className={styles.row}>
      <button type="button" className={styles.choice} aria-label={name} onClick={onAdd}>
        {PHOTO === null ? null : <ArticlePhoto photo={PHOTO} />}
        <span className={styles.words}>
          <span className={styles.name}>{LIBELLE}</span>
          <span className={styles.quiet}>{[REFERENCE, FAMILLE].filter(Boolean).join(' · ')}</span>
          <span className={styles.price}>{`${price} · ${text.rate(rateLabel(rate))}`}</span>
        </span>
        {line ? null : (
          <span className={styles.mark}>
            <IconPlus size={20} stroke={1.7} aria-hidden />
          </span>
        )}
      </button>
      {line ? (
        <QuantityStepper
          quantity={line.QUANTITE}
          less={text.less(LIBELLE)}
          plus={text.plus(LIBELLE)}
          onStep={(by) => onStep(line, by)}
        />
      ) : null}
    </div>
  )
}
