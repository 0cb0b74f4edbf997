import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { type Article, SITUATIONS, type Situation } from '../../../schemas/rules/articles.ts'
import { useArticles } from '../../data/records/use-articles.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { articlesText } from '../../text/articles.ts'
import { ArticlePicker } from './article-picker.tsx'
import { articleRate, type DraftLigne, emptyLigne, ligneOf, ratesById } from './lignes.ts'

export interface ArticleAdderProps {
  lines: readonly DraftLigne[]
  /** VAT rates that lines choose from. */
  rates: readonly number[]
  onChange: (lines: DraftLigne[]) => void
  /** The price list is open at first. */
  startOpen: boolean
  /** « Enregistrer le devis » from the price list. */
  onSave?: (() => void) | undefined
}

/** Opens the price list over the quote's form. Without any article there is nothing to open. */
export function ArticleAdder({ lines, rates, onChange, startOpen, onSave }: ArticleAdderProps) {
  const articles = useArticles()
  const entries = useReferences('TVA')
  const byId = ratesById(entries, rates)
  const [isOpen, setOpen] = useState(startOpen)
  // Of the form, so that the sheet opens on it again.
  const [situation, setSituation] = useState<Situation>(SITUATIONS[0])
  if (!articles?.some(({ ARCHIVE }) => ARCHIVE !== 1)) return null
  const lineOf = (article: Article, works: Situation): DraftLigne =>
    ligneOf(article, {
      empty: emptyLigne(crypto.randomUUID(), rates, lines.at(-1)),
      rate: articleRate(article, works, { byId, rates }),
    })
  return (
    <>
      <Button variant="default" leftSection={<IconListSearch size={16} />} onClick={() => setOpen(true)}>
        {articlesText.quote.open}
      </Button>
      {isOpen ? (
        <ArticlePicker
          articles={articles}
          rateOf={(article, works) => lineOf(article, works).TAUX_TVA}
          situation={situation}
          onSituation={setSituation}
          lines={lines}
          onAdd={(article) => {
            const line = lineOf(article, situation)
            onChange([...lines, line])
            return line.id
          }}
          onQuantity={(id, QUANTITE) =>
            onChange(lines.flatMap((line) => (line.id !== id ? line : QUANTITE > 0 ? { ...line, QUANTITE } : [])))
          }
          onSave={
            onSave &&
            (() => {
              setOpen(false)
              onSave()
            })
          }
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
