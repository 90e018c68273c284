-- wrk: one address of a file at random each time, after a pause whose mean is given in ms (0: none).
local paths, mean = {}, 0

function init(args)
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  mean = tonumber(args[2])
  math.randomseed(7)
end

function request()
  return wrk.format('GET', paths[math.random(#paths)])
end

function delay()
  if mean == 0 then return 0 end
  return math.floor(-math.log(1 - math.random()) * mean + 0.5)
end
