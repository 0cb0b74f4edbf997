import { IconPhoto } from '@tabler/icons-react'
import styles from './articles.module.css'
import { useArticlePhoto } from './use-article-photo.ts'

/** The photo of an article, or an empty frame. Decorative: the article's name stands beside it. */
export function ArticlePhoto({ photo, size = 44 }: { photo: string | null; size?: number }) {
  const url = useArticlePhoto(photo)
  const box = { width: size, height: size }
  return url === null ? (
    <span className={styles.photo} style={box} aria-hidden>
      <IconPhoto size={Math.round(size / 2.4)} stroke={1.4} />
    </span>
  ) : (
    <img className={styles.photo} style={box} src={url} alt="" />
  )
}
