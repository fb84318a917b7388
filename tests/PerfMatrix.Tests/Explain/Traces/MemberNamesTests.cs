using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Tests.Explain.Traces;

public sealed class MemberNamesTests
{
    [Theory]
    [InlineData("Shop.Orders", "Total", "Orders.Total")]
    [InlineData("Orders", "get_Count", "Orders.Count")]
    [InlineData("Shop.Orders", ".ctor", "new Orders")]
    [InlineData("Shop.Orders", ".cctor", "static Orders")]
    [InlineData("Shop.Orders+Line", "Total", "Orders.Line.Total")]
    [InlineData("System.Collections.Generic.List`1[System.__Canon]", "Add", "List<T>.Add")]
    [InlineData("System.Collections.Generic.Dictionary`2[System.Int32,System.Collections.Generic.List`1[System.String]]", "Remove",
        "Dictionary<int, List<string>>.Remove")]
    [InlineData("Shop.Orders", "Map[System.__Canon,System.Byte[]]", "Orders.Map<T, byte[]>")]
    [InlineData("Shop.Orders+<>c", "<Map>b__0_1", "lambda in Orders.Map")]
    [InlineData("Shop.Orders+<>c__DisplayClass3_0", "<Map>b__2", "lambda in Orders.Map")]
    [InlineData("Shop.Orders", "<Map>g__Price|4_0", "Orders.Map.Price")]
    [InlineData("Shop.Orders+<TotalAsync>d__5", "MoveNext", "Orders.TotalAsync")]
    [InlineData("Shop.Orders+<TotalAsync>d__5`1[System.__Canon]", "MoveNext", "Orders.TotalAsync<T>")]
    [InlineData("Shop.Orders+<TotalAsync>d__5", "SetStateMachine", "Orders.TotalAsync.SetStateMachine")]
    [InlineData("Shop.Orders+<>c+<<Map>b__0_1>d", "MoveNext", "lambda in Orders.Map")]
    [InlineData("Program", "<Main>$", "Program.Main")]
    [InlineData("Program+<>c", "<<Main>$>b__0_3", "lambda in Program.Main")]
    [InlineData("Program+<<<Main>$>g__Local|0_0>d", "MoveNext", "Program.Main.Local")]
    [InlineData("<Program>F0A1B2C3__Orders", "Total", "Orders.Total")]
    [InlineData("dynamicClass", "lambda_method1", "dynamicClass.lambda_method1")]
    [InlineData("", "Main", "Main")]
    public void A_method_is_named_as_a_person_wrote_it(string type, string method, string expected) =>
        Assert.Equal(expected, MemberNames.OfMethod(type, method));

    [Theory]
    [InlineData("System.String", "string")]
    [InlineData("System.Byte[]", "byte[]")]
    [InlineData("System.Int32[,]", "int[,]")]
    [InlineData("System.Collections.Generic.KeyValuePair`2[System.String,System.Int64][]", "KeyValuePair<string, long>[]")]
    [InlineData("<>f__AnonymousType0`2[System.String,System.String]", "anonymous type<string, string>")]
    [InlineData("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.Int32,Shop.Orders+<TotalAsync>d__5]",
        "AsyncTaskMethodBuilder.AsyncStateMachineBox<int, Orders.TotalAsync>")]
    [InlineData("Shop.Orders+<>c__DisplayClass3_0", "closure of Orders")]
    [InlineData("Shop.Orders`1+<>c[System.Int32]", "closure of Orders<int>")]
    [InlineData("Shop.Orders+<Lines>d__3", "state machine of Orders.Lines")]
    [InlineData("<>z__ReadOnlyArray`1[System.Int32]", "ReadOnlyArray<int>")]
    [InlineData("<>y__InlineArray2`1[System.String]", "InlineArray2<string>")]
    public void A_type_is_named_as_a_person_wrote_it(string type, string expected) => Assert.Equal(expected, MemberNames.OfType(type));

    [Theory]
    [InlineData("<<Main>$>b__0_3", "0_3")]
    [InlineData("Program+<>c+<<<Main>$>b__0_12>d", "0_12")]
    [InlineData("Total", "")]
    public void A_lambda_has_the_number_that_the_compiler_gave_it(string name, string expected) => Assert.Equal(expected, MemberNames.LambdaIn(name));

    [Theory]
    [InlineData("")]
    [InlineData("<")]
    [InlineData("[")]
    [InlineData("A[")]
    [InlineData("A[B")]
    [InlineData("A[B,")]
    [InlineData("A]],B[[")]
    [InlineData("<<<>d`1+<>")]
    [InlineData("+++")]
    [InlineData("`1[`1[`1[")]
    public void Text_of_any_form_has_a_name_and_an_end(string text)
    {
        Assert.NotNull(MemberNames.OfMethod(text, text));
        Assert.NotNull(MemberNames.OfType(text));
    }

    [Fact]
    public void What_nobody_sees_is_in_no_name() =>
        Assert.Equal("Orders.Total31m", MemberNames.OfMethod("Orders", "Total\u001b\u202e\u200b\u2028\n31m"));

    [Theory]
    [InlineData('[')]
    [InlineData('<')]
    public void A_name_of_brackets_alone_is_cut_and_not_followed(char bracket)
    {
        var name = new string(bracket, 50_000);
        Assert.InRange(MemberNames.OfType(name).Length, 1, 1_000);
        Assert.InRange(MemberNames.OfMethod(name, name).Length, 1, 1_000);
    }
}
