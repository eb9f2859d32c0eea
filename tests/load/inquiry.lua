-- Each request is of another sender and carries another message; the first argument keeps runs apart.
local run, count = "0", 0

function init(args)
  run = args[1] or run
end

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"

function request()
  count = count + 1
  return wrk.format(nil, nil, nil, string.format(
    '{"formId":"contact_form","name":"Visitor %d","email":"visitor%d-%s@example.com","interest":"Lessons",'
      .. '"message":"Inquiry %s-%d: do you teach beginners on Saturdays, and is all equipment provided?"}',
    count, count, run, run, count))
end
