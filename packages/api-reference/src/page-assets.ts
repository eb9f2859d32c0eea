export const referenceStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f3f6ee, #0d1b1b); --card: light-dark(#fdfefa, #142626); --line: light-dark(#c6d3c5, #2d4442);
  --ink: light-dark(#12292b, #e6efe7); --muted: light-dark(#47605d, #a3b8b2); --link: light-dark(#10564d, #8fd3c1);
  --focus: light-dark(#14708f, #6cc3e0); --code: light-dark(#e4ecdf, #1d3331);
  --get: light-dark(#14597a, #8ccbe8); --post: light-dark(#12564e, #86d6bd); --put: light-dark(#7a4a06, #eec07a); --delete: light-dark(#9f2710, #f3a08e);
  font: 16px/1.55 system-ui, sans-serif; scroll-behavior: smooth; scroll-padding-top: 1rem;
}
@media (prefers-reduced-motion: reduce) { :root { scroll-behavior: auto; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
.layout { display: grid; grid-template-columns: 20rem minmax(0, 1fr); max-width: 92rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.25rem 1rem 2rem; border-right: 1px solid var(--line); }
nav h2 { font-size: .8rem; letter-spacing: .06em; text-transform: uppercase; color: var(--muted); margin: 1.4rem 0 .35rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: grid; grid-template-columns: 3.9rem 1fr; gap: .5rem; align-items: baseline; padding: .28rem .4rem; border-radius: .4rem; color: inherit; text-decoration: none; }
nav li a:hover { background: var(--code); }
nav .home { font-weight: 650; }
label { display: grid; gap: .3rem; margin-top: 1rem; font-size: .9rem; color: var(--muted); }
input { font: inherit; color: var(--ink); background: var(--card); border: 1px solid light-dark(#76908a, #6d8a84); border-radius: .5rem; padding: .5rem .7rem; width: 100%; min-height: 2.75rem; }
.found { min-height: 1.5em; margin: .3rem 0 0; font-size: .875rem; color: var(--muted); }
main { padding: 2rem clamp(1rem, 4vw, 3rem) 5rem; min-width: 0; }
h1 { font-size: clamp(1.8rem, 1.3rem + 2vw, 2.6rem); line-height: 1.1; margin: 0 0 1rem; }
main > h2 { font-size: 1.5rem; margin: 3rem 0 1rem; }
.lead { max-width: 48rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem clamp(1rem, 2.5vw, 1.75rem) 1.5rem; margin: 0 0 1.25rem; }
article:target { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
h3 { margin: 0; font-size: 1.2rem; }
h4 { margin: 1.4rem 0 .4rem; font-size: .95rem; }
.call { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: baseline; margin: .5rem 0 .6rem; font: 600 .95rem/1.5 ui-monospace, monospace; }
.method { font: 700 .75rem/1.5 ui-monospace, monospace; text-transform: uppercase; letter-spacing: .04em; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); }
.call .method { border: 1.5px solid; border-radius: .4rem; padding: 0 .45rem; }
.for { color: var(--muted); font-size: .9rem; margin: 0; }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
code { background: var(--code); border-radius: .3rem; padding: .05em .3em; }
pre { background: var(--code); border-radius: .6rem; padding: .8rem 1rem; margin: .4rem 0 0; overflow: auto; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-top: 1px solid var(--line); }
th { font-weight: 500; width: 16rem; }
.kind { display: block; color: var(--muted); font-size: .85rem; font-weight: 400; }
details { margin-top: .5rem; }
summary { cursor: pointer; padding: .2rem 0; color: var(--link); }
[hidden] { display: none; }
@media (max-width: 56rem) {
  .layout { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  nav section { display: none; }
}
@media (max-width: 36rem) { tr { display: block; padding: .4rem 0; border-top: 1px solid var(--line); } th, td { display: block; width: auto; border: 0; padding: .1rem 0; } }
@media print { nav { display: none; } .layout { display: block; } article { break-inside: avoid; } }
`

/** Filters the endpoints by words of their names and paths. The page is complete without it. */
export const referenceScript = `
const field = document.querySelector('input')
const found = document.querySelector('.found')
const parts = [...document.querySelectorAll('[data-words]')]
const groups = [...document.querySelectorAll('[data-group]')]
const search = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const part of parts) part.hidden = !words.every((word) => part.dataset.words.includes(word))
  for (const group of groups) group.hidden = !parts.some((part) => !part.hidden && part.dataset.of === group.dataset.group)
  const count = parts.filter((part) => part.localName === 'article' && !part.hidden).length
  found.textContent = words.length === 0 ? '' : count === 1 ? '1 endpoint' : count + ' endpoints'
}
field.closest('label').hidden = false
field.addEventListener('input', search)
addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target === document.body) {
    event.preventDefault()
    field.focus()
  }
})
search()
`
