/** WORK-13: where the picture is kept. It is an entry of its own, which public/first-picture.js reads before the app. */
export const PICTURE_KEY = 'lolapp.image'

/** Told to the picture once the page that it stands for is drawn. */
const DRAWN = 'lolapp:drawn'

/** An element: its tag, attributes and children, 1 for one of SVG, and how far it is scrolled. */
export type PictureNode =
  | string
  | [tag: string, attributes: Record<string, string>, children: PictureNode[], svg?: 0 | 1, top?: number]

/** What a device showed, and when the same would be shown again. */
export interface StoredPicture {
  /** `personnel:<id>`: nobody else ever sees it. */
  owner: string
  /** Without a search: a page of other days or people has one, and no picture. */
  path: string
  /** Address of the app's first script: another build draws in another way. */
  build: string
  /** Milliseconds since 1970: it is of the company's day, and not of a clock that was put back. */
  from: number
  until: number
  width: number
  height: number
  scheme: string
  css: string
  tree: PictureNode
}

/** Whoever has logged out or been replaced leaves no picture. */
export function forgetPicture(): void {
  try {
    localStorage.removeItem(PICTURE_KEY)
  } catch {
    // Without storage there is none.
  }
}

/** The page is on the screen: the picture before it goes. */
export const dismissPicture = (): void => void window.dispatchEvent(new Event(DRAWN))
