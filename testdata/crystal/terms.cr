# virtual functions, arrays that grow, a closure; memory of Boehm's collector, exceptions of bounds that are checked
abstract class Term
  abstract def value(x : Float64) : Float64
end
class Square < Term
  def initialize(@k : Float64); end
  def value(x : Float64) : Float64
    @k * x * x
  end
end
class Wave < Term
  def value(x : Float64) : Float64
    Math.sin(x)
  end
end
fun energy(x : Float64*, n : Int32) : Float64
  terms = [Square.new(x[0]), Wave.new] of Term
  parts = Array(Float64).new
  n.times { |i| parts << terms[i % 2].value(x[i]) }
  scale = ->(v : Float64) { v * x[1] }
  s = 0.0
  parts.each { |p| s += scale.call(p) }
  s
end
