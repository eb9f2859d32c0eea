import { usePage } from '#content/shown-page'

/** Questions with their answers, which open without a script. */
export function Faq() {
  const { faq } = usePage()
  return (
    <section id="faq" tabIndex={-1} aria-labelledby="faq-title" className="section-space">
      <div className="page-width grid gap-8">
        <h2 id="faq-title" className="text-title">
          {faq.title}
        </h2>
        <div className="grid max-w-3xl border-line border-t">
          {faq.items.map(({ question, answer }) => (
            <details key={question} className="border-line border-b">
              <summary className="min-h-11 cursor-pointer py-4 font-display font-semibold text-lg">{question}</summary>
              <p className="max-w-prose whitespace-pre-line pb-5 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
