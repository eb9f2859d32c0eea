-- Each request asks for another page, order and filter, so that concurrent requests share nothing.
local count = 0
local sorts = { "created_at:desc", "created_at:asc", "name:asc", "name:desc", "email:asc" }
local interests = { "Lessons", "Birthday%20Party", "Corporate%20Event", "Bow%20Building", "Leagues", "Other" }

function init(args)
  math.randomseed(tonumber(string.match(args[1] or "1", "%d+")) or 1)
end

function request()
  count = count + 1
  local sort = sorts[math.random(#sorts)]
  local query = "?limit=50&sort=" .. sort .. "&name__ne=Visitor%20" .. (count % 1000)
  if math.random(2) == 1 then
    query = query .. "&interest=" .. interests[math.random(#interests)] .. "&page=" .. math.random(3)
  else
    query = query .. "&page=" .. math.random(19)
  end
  return wrk.format("GET", wrk.path .. query)
end
