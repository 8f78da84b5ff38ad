import { html } from 'ghtml'

/** A figure at a glance: `about` is trusted HTML that says more of it. */
export type KeyFigure = { name: string; value: string; about: string }

/** A few figures beside each other, each with its name above and what is to be known of it below. */
export const keyFigures = (figures: readonly KeyFigure[]): string =>
  html`<dl class="kpis">!${figures.map(
    ({ name, value, about }) => html`<div><dt>${name}</dt><dd class="big">${value}</dd>
<dd class="soft">!${about}</dd></div>`,
  )}</dl>`
